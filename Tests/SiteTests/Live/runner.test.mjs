// What the worker of live examples does, without a worker: the module of `programs.c` runs as a process of WASI, and that of
// `drawing.c` shows it. Their paths are in PROGRAMS and DRAWING.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";

const source = readFileSync(new URL("../../../templates/assets/live-runner.js", import.meta.url), "utf8");
const modules = [process.env.PROGRAMS, process.env.DRAWING].map((path) => new WebAssembly.Module(readFileSync(path)));
(0, eval)(source);

/** A worker as its page sees it: what it answers to messages. */
const begin = ([programs, pictures] = modules, { Instance } = WebAssembly) => {
  const told = [];
  const runtime = { Module: WebAssembly.Module, Memory: WebAssembly.Memory, Instance };
  const world = vm.createContext({ WebAssembly: runtime, TextEncoder, TextDecoder, postMessage: (data) => told.push(data) });
  vm.runInContext(`(${globalThis.loopbookRunner.work})()`, world);
  world.onmessage({ data: { programs, pictures, facts: { errors: "not these", language: "en" } } });
  assert.deepEqual(told, []);
  const look = (data) => {
    told.length = 0;
    world.onmessage({ data });
    // Each run of the program begins anew, and has its own time; before it is drawn, what it did is told.
    const outcome = told.pop(), runs = told.filter((what) => what === "begun").length;
    assert.ok(told[0] === "begun" && told.every((what) => what === "begun" || what.ended));
    for (const { ended } of told.filter((what) => what.ended)) {
      assert.deepEqual({ ...ended, why: 0, html: 0 }, { ...outcome, why: 0, html: 0 });
    }
    // Of this world, as what it is compared with.
    return { ...outcome, runs };
  };
  const run = (program, schedule, ...values) => look({ arguments: ["page", program, schedule, ...values], head: { prefix: "live-0" } });
  return Object.assign(run, { look });
};

test("a program is given its arguments, and what it wrote is drawn", () => {
  const run = begin();
  const { name, status, output, errors, html, cut } = run("0", "7", "0=1", '1=ä "<&');
  assert.deepEqual([name, status, output, errors, cut], ["done", 0, 'ä "<&\nschedule 7\nend\n', "", 0]);
  assert.ok(html.includes('<samp>ä "&lt;&\nschedule 7\nend\n</samp>'), html);
  // Nothing stays from one run to the next.
  assert.equal(run("0", "0").output, "tick\ntick\nend\n");
});

test("a status, a trap and a stack without end are told apart", () => {
  const run = begin();
  const deadlock = run("0", "0", "0=92");
  assert.deepEqual([deadlock.name, deadlock.status, deadlock.errors], ["done", 86, "deadlock: all wait\n"]);
  const trap = run("0", "0", "0=91");
  // The engine's words say nothing to a reader.
  assert.deepEqual([trap.name, trap.status, trap.trap, trap.isDeep], ["trapped", undefined, "", false]);
  // What it did before is there, and is drawn.
  assert.deepEqual([trap.output, trap.errors, trap.cut], ["before\n", "", 0]);
  assert.ok(trap.html.includes("<samp>before\n</samp>"), trap.html);
  const stack = run("0", "0", "0=95");
  assert.deepEqual([stack.name, stack.output, stack.trap, stack.isDeep], ["trapped", "", "", true]);
  const own = run("0", "0", "0=98");
  assert.deepEqual([own.name, own.isDeep, own.isFull], ["trapped", true, false]);
  const memory = run("0", "0", "0=99");
  assert.deepEqual([memory.name, memory.output, memory.isDeep, memory.isFull], ["trapped", "part\n", false, true]);
  assert.equal(run("0", "0").name, "done");
});

test("what Swift says of a trap is told apart from what a program prints, whatever that is", () => {
  const run = begin();
  for (const [said, message, reason] of [
    ["3/main.swift:12: Fatal error: out of\nrange\n", "Fatal error: out of\nrange\n", "out of\nrange"],
    ["3/main.swift:12: Fatal error: Fatal error: 1: 2\n", "Fatal error: Fatal error: 1: 2\n", "Fatal error: 1: 2"],
    ["3/main.swift:12: Precondition failed: pre\n", "Precondition failed: pre\n", "pre"],
    ["3/main.swift:12: Assertion failed\n", "Assertion failed\n", "Assertion failed"],
    ["Fatal error: Index\n", "Fatal error: Index\n", "Index"],
  ]) {
    // It stands directly behind a line that has not ended, which stays.
    const { name, output, errors, trap } = run("0", "0", "0=96", "1=" + said);
    assert.deepEqual([name, output, errors, trap], ["trapped", "part", message, reason]);
  }
  // Printed by the program, it is nothing but output; so is what Swift never says.
  const printed = run("0", "0", "0=97");
  assert.deepEqual([printed.output, printed.errors, printed.trap], ["Fatal error: mine\n", "", ""]);
  const other = run("0", "0", "0=96", "1=a Fatal error: x\n");
  assert.deepEqual([other.output, other.errors, other.trap], ["parta Fatal error: x\n", "", ""]);
});

// Firefox has another name for it.
test("a stack that does not suffice is known by each engine's name for it", () => {
  for (const [name, isDeep] of [["RangeError", true], ["InternalError", true], ["RuntimeError", false]]) {
    const failing = { Module: WebAssembly.Module, Instance: class {
      exports = { memory: new WebAssembly.Memory({ initial: 1 }), _start() {
        throw Object.assign(new Error("too much recursion"), { name });
      } };
    } };
    const { name: how, trap, isDeep: found } = begin(modules, failing)("0", "0");
    assert.deepEqual([how, trap, found], ["trapped", "", isDeep], name);
  }
});

test("what is too long is cut at the end of a line, or not drawn", () => {
  const run = begin();
  const long = run("0", "0", "0=93");
  assert.equal(long.cut, 500);
  assert.equal(long.output, "tick\n".repeat(500));
  const wide = run("0", "0", "0=93", "1=" + "x".repeat(999));
  assert.equal(wide.output, ("x".repeat(999) + "\n").repeat(40));
  assert.equal(wide.cut, 40);
  const recorded = run("0", "0", "0=94");
  assert.deepEqual([recorded.name, recorded.html, recorded.why, recorded.output], ["done", undefined, "long", "tick\n".repeat(9) + "end\n"]);
});

test("a drawing that fails leaves what was printed, and the next is drawn", () => {
  const broken = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  const { name, html, output } = begin([modules[0], broken])("0", "0");
  assert.deepEqual([name, html, output], ["done", undefined, "tick\ntick\nend\n"]);
  const failed = begin([broken, modules[1]])("0", "0");
  assert.equal(failed.name, "failed");
});

test("the loop at an event is drawn of a second run, told the moment, if that does what the first did", () => {
  const run = begin();
  const look = (state, ...values) => run.look({ arguments: ["page", "0", "7", ...values], head: { prefix: "live-0", shown: "a" }, state });
  const { name, picture, html } = look({ event: 3, name: "4 of 9", isFirst: false });
  assert.deepEqual([name, picture, html], ["done", '<p>Loop 4 of 9 at 30</p><div class="structure" tabindex="0">drawn</div>', undefined]);
  const first = look({ event: 12, name: "13 of 19", isFirst: true }, "0=1");
  assert.ok(first.picture.includes(" at 120<"));
  assert.ok(first.html.includes('<pre class="stepper-data">a</pre>') && first.html.includes("<samp>tick\nschedule 7\nend\n</samp>"));
  assert.deepEqual(look({ event: 3, name: "", isFirst: true }, "0=70"), { name: "differs", runs: 2 });
  const trapped = look({ event: 3, name: "4 of 9", isFirst: true }, "0=91");
  assert.ok(trapped.picture.includes("Loop 4 of 9 at 30<") && trapped.html.includes("<samp>before\n</samp>"));
  const long = look({ event: 3, name: "", isFirst: true }, "0=94");
  assert.deepEqual([long.name, long.picture, long.why], ["done", undefined, "long"]);
  // Nothing stays from one run to the next.
  assert.equal(run("0", "7", "0=1").output, "tick\nschedule 7\nend\n");
});

/** Has workers that do nothing, in the order in which they were made, and a clock that stands. */
const withWorkers = async (mock, use) => {
  const workers = [];
  Object.assign(globalThis, { Worker: class {
    constructor() {
      workers.push(this);
    }
    postMessage() {}
    terminate() {}
  } });
  const { createObjectURL, revokeObjectURL } = URL;
  Object.assign(URL, { createObjectURL: () => "", revokeObjectURL: () => {} });
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    await use(workers);
  } finally {
    Object.assign(URL, { createObjectURL, revokeObjectURL });
    delete globalThis.Worker;
  }
};

test("a program that has ended is not called endless because drawing it takes long", ({ mock }) => withWorkers(mock, async (workers) => {
  const told = async (...messages) => {
    const outcome = globalThis.loopbookRunner.run("one", { arguments: [] });
    for (const data of messages) workers.at(-1).onmessage({ data });
    mock.timers.tick(2_000);
    return outcome;
  };
  assert.equal((await told("begun")).name, "endless");
  const ended = { name: "done", status: 0, output: "tick\n", errors: "", cut: 0, why: "long" };
  assert.deepEqual(await told("begun", { ended }), ended);
  // The one behind it has its own time, and nothing of this one.
  assert.equal((await told("begun")).name, "endless");
  assert.equal((await told("begun", { ended }, { name: "done", html: "drawn" })).html, "drawn");
  // Leave no worker to the next test.
  await told("begun");
}));

test("what a worker that was stopped still says is not taken for what the next program does", ({ mock }) => withWorkers(mock, async (workers) => {
  const begin = (id) => {
    const outcome = globalThis.loopbookRunner.run(id, { arguments: [] });
    workers.at(-1).onmessage({ data: "begun" });
    return outcome;
  };
  const first = begin("one");
  mock.timers.tick(2_000);
  assert.equal((await first).name, "endless");
  const second = begin("two");
  assert.equal(workers.length, 2);
  // These were on their way when it was stopped.
  workers[0].onmessage({ data: { ended: { name: "done", output: "of one\n" } } });
  workers[0].onmessage({ data: { name: "done", html: "of one" } });
  workers[1].onmessage({ data: { name: "done", html: "of two" } });
  assert.equal((await second).html, "of two");
}));
