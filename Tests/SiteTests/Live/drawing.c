// What stands for the drawing of runs in tests of pages: it shows what was printed, as the build does.
typedef unsigned int u32;
static char request[1 << 16], answer[1 << 17];
static u32 size;

__attribute__((export_name("lp_room"))) void *room(u32 wanted) {
  for (u32 i = 0; i < sizeof request; i++) request[i] = 0;
  return wanted <= sizeof request ? request : 0;
}
static void put(const char *text) {
  while (*text) answer[4 + size++] = *text++;
}
// The text of a key of the request's head, escaped as it stands there.
static void put_value(const char *key) {
  const char *end = request + 4 + *(u32 *)request;
  for (const char *at = request + 4; at < end; at++) {
    u32 i = 0;
    while (key[i] && at[i] == key[i]) i++;
    if (key[i]) continue;
    for (at += i; at < end && *at != '"'; at++) {
      if (*at == '\\') answer[4 + size++] = *at++;
      if (*at == '<') {
        put("&lt;");
      } else {
        answer[4 + size++] = *at;
      }
    }
    return;
  }
}
// Where a text stands in the request's head, or null.
static const char *find(const char *text) {
  const char *end = request + 4 + *(u32 *)request;
  for (const char *at = request + 4; at < end; at++) {
    u32 i = 0;
    while (text[i] && at[i] == text[i]) i++;
    if (!text[i]) return at + i;
  }
  return 0;
}
// A state: first the moment, ten times the number of the event; then what the request ends with.
static void put_state(const char *event) {
  const char *length = find("\"size\":");
  if (!length) {
    put("{\"moment\":\"");
    for (; *event >= '0' && *event <= '9'; event++) answer[4 + size++] = *event;
    put("0\"}");
    return;
  }
  put("{\"html\":\"<p>Loop ");
  put_value("\"name\":\"");
  put(" at ");
  for (const char *at = request + 4 + *(u32 *)request; *at; at++) answer[4 + size++] = *at;
  put("</p><div class=\\\"structure\\\" tabindex=\\\"0\\\">drawn</div>\"}");
}
__attribute__((export_name("lp_draw"))) void *draw(void) {
  size = 0;
  const char *event = find("\"state\":{\"event\":");
  if (event) {
    put_state(event);
    *(u32 *)answer = size;
    return answer;
  }
  put("{\"html\":\"<details class=\\\"recording is-output\\\" open><summary>Output</summary><pre "
      "tabindex=\\\"0\\\"><samp>");
  put_value("\"output\":\"");
  put("</samp></pre></details>");
  u32 before = size;
  put("<details class=\\\"recording is-error\\\" open><summary>Message</summary><pre tabindex=\\\"0\\\"><samp>");
  u32 start = size;
  put_value("\"errors\":\"");
  if (size == start) size = before;
  else put("</samp></pre></details>");
  // A stepper with what the head says that a page's stepper shows.
  if (find("\"shown\":\"")) {
    put("<div class=\\\"picture\\\"><div class=\\\"stepper\\\" data-stepper><svg></svg>"
        "<details class=\\\"stepper-more\\\"><summary></summary><div><table class=\\\"events\\\"><tbody><tr><td>");
    put_value("\"rows\":\"");
    put("</td></tr></tbody></table></div></details><pre class=\\\"stepper-data\\\">");
    put_value("\"shown\":\"");
    put("</pre></div></div>");
  }
  put("\"}");
  *(u32 *)answer = size;
  return answer;
}
