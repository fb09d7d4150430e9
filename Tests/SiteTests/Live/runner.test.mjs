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
const begin = ([programs, pictures] = modules) => {
  const told = [];
  const world = vm.createContext({ WebAssembly, TextEncoder, TextDecoder, postMessage: (data) => told.push(data) });
  vm.runInContext(`(${globalThis.loopbookRunner.work})()`, world);
  world.onmessage({ data: { programs, pictures, facts: { errors: "not these", language: "en" } } });
  assert.deepEqual(told, []);
  return (program, schedule, ...values) => {
    told.length = 0;
    world.onmessage({ data: { arguments: ["page", program, schedule, ...values], head: { prefix: "live-0" } } });
    assert.equal(told[0], "begun");
    assert.equal(told.length, 2);
    return told[1];
  };
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
  assert.equal(trap.name, "trapped");
  assert.match(trap.why, /unreachable/);
  assert.equal(run("0", "0", "0=95").name, "trapped");
  assert.equal(run("0", "0").name, "done");
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
