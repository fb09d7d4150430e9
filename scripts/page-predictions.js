// Whether what readers are asked to predict on a page is true; scripts/check-pages asks it. The right choice of each question has to be
// the line that comes next in the recording, and no other may read like it; whoever chooses right has to come to the recording.
() => {
  const problems = [];
  const plain = (text) => text.trim().replace(/\s+/g, " ");
  for (const fold of [...document.querySelectorAll(".prediction")]) {
    const example = fold.closest(".example");
    const report = (text) => problems.push(`${example.dataset.example}: ${text}`);
    const { form, questions } = JSON.parse(fold.dataset.questions);
    const block = fold.querySelector(form === "output" ? ".is-output" : ".is-trace");
    const lines = form === "output"
      ? block.querySelector("samp").textContent.split("\n").slice(0, -1)
      : [...block.querySelectorAll(".line")].map((line) => line.textContent);
    // A line of a trace with its time, and without; its thread is told by what is asked.
    const forms = (line) => {
      if (form === "output") return [plain(line)];
      const [, time, , rest] = /^\s*(\S+)\s+(\S.*?)\s{2,}(.*)$/s.exec(line);
      return [plain(rest), plain(`${time} ${rest}`)];
    };
    for (const [number, [line, , right, choices]] of questions.entries()) {
      const texts = choices.map(([text]) => text === null ? null : plain(text));
      const truth = line < lines.length ? forms(lines[line]) : [null];
      if (line > lines.length || !truth.includes(texts[right])) report(`question ${number + 1}: “${texts[right]}” is not line ${line + 1}`);
      if (texts.some((text, place) => place !== right && truth.includes(text))) report(`question ${number + 1} has another right choice`);
      if (new Set(texts).size !== texts.length || texts.length < 2) report(`question ${number + 1} has no choice`);
      const buttons = [...example.querySelectorAll(".predict-choices button")];
      const wrong = buttons.findIndex((_, place) => place !== right);
      buttons[wrong]?.click();
      if (buttons[wrong]?.isConnected !== true) report(`question ${number + 1}: a wrong choice leads on`);
      buttons[right]?.click();
    }
    if (fold.isConnected || !block.checkVisibility({ contentVisibilityAuto: true })) report("the last answer does not show the recording");
  }
  return problems;
};
