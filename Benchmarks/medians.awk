# Lines "loop workload N total per-operation" of one workload, several rounds: one line with the median and the range.
{
  name = $2 (at == "" ? "" : "@" at)
  if (!(name in rounds)) order[++names] = name
  count[name] = $3
  if ($4 == "skip") { sub(/.* skip /, ""); skipped[name] = $0; rounds[name] = 0; next }
  values[name, ++rounds[name]] = $5
}

function text(name, value) {
  if (name ~ /[.]fds/) return sprintf("%.1f", value)
  if (name ~ /^mem-/) return sprintf("%.0f B", value)
  if (value < 1e3) return sprintf("%.0f ns", value)
  return value < 1e6 ? sprintf("%.2f us", value / 1e3) : sprintf("%.1f ms", value / 1e6)
}

END {
  for (i = 1; i <= names; i++) {
    name = order[i]
    if (name in skipped) { printf "%-20s %9s  skipped: %s\n", name, count[name], skipped[name]; continue }
    n = rounds[name]
    for (j = 1; j <= n; j++) {
      value = values[name, j] + 0
      for (k = j - 1; k > 0 && sorted[k] > value; k--) sorted[k + 1] = sorted[k]
      sorted[k + 1] = value
    }
    median = n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
    printf "%-20s %9s %12s   [%s .. %s]\n", name, count[name], text(name, median), text(name, sorted[1]), text(name, sorted[n])
  }
}
