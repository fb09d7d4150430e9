// Runs programs of live examples in a worker, and has drawn there what they did. It knows nothing of pages.
// @ts-check
(() => {
"use strict";
/** @typedef {{ event: number, name: string, isFirst: boolean }} State */
/** @typedef {{ arguments: string[], head?: { output?: string, errors?: string, [key: string]: unknown }, state?: State }} Request */
/** @typedef {{ name: "done" | "trapped" | "endless" | "failed" | "differs", status?: number, html?: string, picture?: string, output?: string, errors?: string, cut?: number, trap?: string, isDeep?: boolean, isFull?: boolean, why?: string }} Outcome Why it trapped, if that is known; whether the stack or the memory did not suffice. */

// What a worker does: it stands alone, since its text becomes a script of its own.
const work = () => {
  /** @type {WebAssembly.Module} */ let programs;
  /** @type {WebAssembly.Module} */ let pictures;
  /** @type {object} */ let facts;
  /** @type {any} */ let drawing;
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  class Exit {}
  const size = (/** @type {Uint8Array[]} */ pieces) => pieces.reduce((sum, { length }) => sum + length, 0);

  // A process of WASI that has arguments, and writes; what it wrote, by stream.
  const run = (/** @type {string[]} */ list) => {
    const texts = list.map((text) => encoder.encode(text + "\0"));
    /** @type {Uint8Array[][]} */ const written = [[], [], []];
    /** @type {WebAssembly.Memory} */ let memory;
    const number = (/** @type {number} */ at) => new DataView(memory.buffer).getUint32(at, true);
    const put = (/** @type {number} */ at, /** @type {number} */ value) => new DataView(memory.buffer).setUint32(at, value, true);
    const piece = (/** @type {number} */ at, /** @type {number=} */ length) => new Uint8Array(memory.buffer, at, length);
    const instance = new WebAssembly.Instance(programs, { wasi_snapshot_preview1: {
      args_sizes_get: (/** @type {number} */ count, /** @type {number} */ bytes) => {
        put(count, texts.length);
        put(bytes, size(texts));
        return 0;
      },
      args_get: (/** @type {number} */ pointers, /** @type {number} */ bytes) => {
        for (const text of texts) {
          put(pointers, bytes);
          piece(bytes).set(text);
          pointers += 4;
          bytes += text.length;
        }
        return 0;
      },
      fd_write: (/** @type {number} */ stream, /** @type {number} */ pieces, /** @type {number} */ count, /** @type {number} */ result) => {
        let sum = 0;
        for (const end = pieces + count * 8; pieces < end; pieces += 8) {
          const length = number(pieces + 4);
          written[stream]?.push(piece(number(pieces), length).slice());
          sum += length;
        }
        put(result, sum);
        return 0;
      },
      proc_exit: () => {
        throw new Exit();
      },
    } });
    const { _start: start, left, memory: its } = /** @type {{ _start(): void, left?(): number, memory: WebAssembly.Memory }} */ (/** @type {unknown} */ (instance.exports));
    memory = its;
    try {
      start();
    } catch (error) {
      if (!(error instanceof Exit)) {
        const told = written[2].map((part) => decoder.decode(part)).join("").trim();
        // Where a stack does not suffice, V8 and WebKit call it the one, Firefox the other.
        const isStack = /^(Range|Internal)Error/.test(String(error));
        if (!isStack && !/^RuntimeError/.test(String(error))) return { failed: String(error) };
        // What it had done before is in its memory.
        const pieces = left ? left() : 0;
        let [output, errors, journal, state, why] = [0, 8, 16, 24, 32].map((at) => pieces
          ? piece(number(pieces + at), number(pieces + at + 4)).slice() : new Uint8Array());
        // Swift writes why it stops behind what the program printed; as a message of its own it is what a process tells.
        const said = decoder.decode(why);
        const [, message, reason] = /^(?:\S+:\d+: )?((?:Fatal error|Precondition failed|Assertion failed)(?:: ([^]*?))?)\n?$/.exec(said) ?? [];
        if (message) {
          output = output.subarray(0, -why.length);
          errors = encoder.encode(decoder.decode(errors) + message + "\n");
        }
        return { trap: reason || message || told, isDeep: isStack || said === "stack overflow", isFull: said === "out of memory", output, errors, journal, state };
      }
    }
    // The status and three lengths, then what they are of, and what was told of a state.
    const bytes = new Uint8Array(size(written[1]));
    let place = 0;
    for (const part of written[1]) {
      bytes.set(part, place);
      place += part.length;
    }
    const [status, ...lengths] = new Uint32Array(bytes.buffer, 0, 4);
    place = 16;
    const [output, errors, journal] = lengths.map((length) => bytes.subarray(place, place += length));
    return { status, output, errors, journal, state: bytes.subarray(place) };
  };

  const draw = (/** @type {object} */ head, /** @type {Uint8Array[]} */ ...journals) => {
    drawing ??= new WebAssembly.Instance(pictures).exports;
    const text = encoder.encode(JSON.stringify(head));
    let room = drawing.lp_room(4 + size([text, ...journals]));
    new DataView(drawing.memory.buffer).setUint32(room, text.length, true);
    room += 4;
    for (const part of [text, ...journals]) {
      new Uint8Array(drawing.memory.buffer, room).set(part);
      room += part.length;
    }
    const answer = drawing.lp_draw();
    const length = new DataView(drawing.memory.buffer).getUint32(answer, true);
    return JSON.parse(decoder.decode(new Uint8Array(drawing.memory.buffer, answer + 4, length)));
  };

  // So much can be read, and drawn before a reader's patience ends.
  const lineLimit = 500, letterLimit = 40_000, journalLimit = 1 << 20;
  const cut = (/** @type {Uint8Array} */ bytes) => {
    const text = decoder.decode(bytes.subarray(0, letterLimit * 4));
    const lines = text.split("\n", lineLimit + 1);
    const isCut = lines.length > lineLimit && text.length > lines.slice(0, lineLimit).join("\n").length + 1 || bytes.length > letterLimit * 4
      || text.length > letterLimit;
    if (!isCut) return { text, count: 0 };
    const kept = text.slice(0, letterLimit).split("\n", lineLimit);
    if (kept.length < lineLimit && kept.length > 1) kept.pop();
    return { text: kept.join("\n") + "\n", count: kept.length };
  };

  // The loop at an event: the program runs again, is looked at then, and has to do what it did before.
  const look = (/** @type {Request} */ request, /** @type {any} */ done, /** @type {State} */ { isFirst, ...state }) => {
    const head = { ...facts, ...request.head, output: decoder.decode(done.output), errors: decoder.decode(done.errors) };
    const { moment, error } = draw({ ...head, state }, done.journal);
    if (!moment) return { why: error };
    const list = [...request.arguments];
    list[2] += "@" + moment;
    // It has as much time as the first.
    postMessage("begun");
    const again = /** @type {any} */ (run(list));
    const isSame = again.status === done.status && ["output", "errors", "journal"].every((part) => again[part]?.length === done[part].length
      && done[part].every((/** @type {number} */ byte, /** @type {number} */ place) => byte === again[part][place]));
    if (!isSame) return { name: "differs" };
    const { html, error: why } = draw({ ...head, state: { ...state, size: again.state.length } }, done.journal, again.state);
    return { picture: html, why, html: isFirst ? draw(head, done.journal).html : undefined };
  };

  const answer = (/** @type {Request} */ request) => {
    const done = /** @type {any} */ (run(request.arguments));
    if (done.failed) return { name: "failed", why: done.failed };
    const end = done.status === undefined ? { name: "trapped", trap: done.trap, isDeep: done.isDeep, isFull: done.isFull } : { name: "done", status: done.status };
    if (request.state && done.journal.length <= journalLimit) return { name: "done", ...look(request, done, request.state) };
    const output = cut(done.output), errors = cut(done.errors);
    const plain = { ...end, output: output.text, errors: errors.text, cut: output.count || errors.count };
    if (!request.head) return plain;
    const ended = { ...plain, why: "long" };
    if (done.journal.length > journalLimit) return ended;
    // It is drawn in as much time as the program has.
    postMessage({ ended });
    try {
      const { html, error } = draw({ ...facts, ...request.head, output: output.text, errors: errors.text }, done.journal);
      return { ...plain, html, why: error };
    } catch (error) {
      drawing = undefined;
      return { ...plain, why: String(error) };
    }
  };

  onmessage = ({ data }) => {
    if (data.programs) return void ({ programs, pictures, facts } = data);
    postMessage("begun");
    try {
      postMessage(answer(data));
    } catch (error) {
      drawing = undefined;
      postMessage({ name: "failed", why: String(error) });
    }
  };
};

// ---- Loading ----
/** @type {(address: string) => Promise<void>} */
const load = (address) => new Promise((done, failed) => {
  const script = document.createElement("script");
  script.src = address;
  script.onload = () => done();
  script.onerror = () => {
    script.remove();
    failed(new Error("missing"));
  };
  document.head.append(script);
});
/** @type {(text: string) => Uint8Array} */
const decoded = (text) => {
  if ("fromBase64" in Uint8Array) return /** @type {any} */ (Uint8Array).fromBase64(text);
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let place = 0; place < letters.length; place++) bytes[place] = letters.charCodeAt(place);
  return bytes;
};
/** @type {(text: string) => Promise<WebAssembly.Module>} */
const compiled = (text) => {
  // The checker of types does not know it yet.
  const { DecompressionStream: Decompression } = /** @type {any} */ (globalThis);
  const bytes = new Blob([decoded(text)]).stream().pipeThrough(new Decompression("gzip"));
  return WebAssembly.compileStreaming(new Response(bytes, { headers: [["content-type", "application/wasm"]] }));
};

/** @type {Promise<any> | undefined} */
let loading;
/**
 * Loads the programs of a page's chapter, and what draws; its examples, by their names.
 * @param {{ root: string, live: string, programs: string, pictures: string }} addresses
 */
const open = ({ root, live, programs, pictures }) => loading ??= (async () => {
  try {
    /** @type {any} */ let chapter;
    const texts = { programs: "", pictures: "" };
    Object.assign(globalThis, {
      loopbookLive: (/** @type {string} */ _, /** @type {any} */ data) => chapter = data,
      loopbookPrograms: (/** @type {string} */ text) => texts.programs = text,
      loopbookPictures: (/** @type {string} */ text, /** @type {object} */ facts) => {
        texts.pictures = text;
        parts.facts = facts;
      },
    });
    const drawing = load(root + pictures).then(() => compiled(texts.pictures));
    // It is waited for below, and until then a failure is nobody's surprise.
    drawing.catch(() => {});
    await Promise.all([load(root + live), load(root + programs)]);
    [parts.programs, parts.pictures] = await Promise.all([compiled(texts.programs), drawing]);
    begin();
    return chapter.examples;
  } catch (error) {
    loading = undefined;
    throw error;
  }
})();

// ---- Running ----
const limit = 2_000, patience = 500;
/** @type {{ programs?: WebAssembly.Module, pictures?: WebAssembly.Module, facts?: object }} What a worker is told first; the facts are what the site says to what draws. */
const parts = {};
/** @typedef {{ request: Request, done: (outcome: Outcome | undefined) => void, since: number, ended?: Outcome }} Job What its program did is known before it is drawn. */
/** @type {Worker | undefined} */ let worker;
/** @type {[string, Job] | undefined} */ let busy;
/** @type {number | undefined} */ let timer;
/** @type {Map<string, Job>} */ const waiting = new Map();

const finish = (/** @type {Outcome | undefined} */ outcome) => {
  clearTimeout(timer);
  const job = busy?.[1];
  busy = undefined;
  job?.done(outcome);
  next();
};
const end = (/** @type {Outcome | undefined} */ outcome) => {
  worker?.terminate();
  worker = undefined;
  finish(outcome);
};
const begin = () => {
  const address = URL.createObjectURL(new Blob([`"use strict";(${work})();`], { type: "text/javascript" }));
  const mine = worker = new Worker(address);
  URL.revokeObjectURL(address);
  worker.onmessage = ({ data }) => {
    // What one that was stopped had said before is of no other's program.
    if (mine !== worker) return;
    if (data !== "begun" && !data.ended) return finish(data);
    if (!busy) return;
    Object.assign(busy[1], { since: performance.now(), ended: data.ended });
    hurry();
  };
  worker.onerror = (error) => {
    error.preventDefault();
    // A server may forbid workers; then there is no message.
    end({ name: "failed", why: error.message });
  };
  worker.postMessage(parts);
};
// A program may take its time, but for one whose reader wants another already.
const hurry = () => {
  if (!busy?.[1].since) return;
  const isUnwanted = waiting.has(busy[0]);
  clearTimeout(timer);
  const { since, ended } = busy[1];
  // What takes so long may be the drawing, on a slow machine: then the program has ended all the same.
  timer = setTimeout(() => end(isUnwanted ? undefined : ended ?? { name: "endless" }),
    Math.max(0, since + (isUnwanted ? patience : limit) - performance.now()));
};
const next = () => {
  if (busy) return hurry();
  const [first] = waiting;
  if (!first) return;
  waiting.delete(first[0]);
  busy = first;
  if (!worker) begin();
  /** @type {Worker} */ (worker).postMessage(first[1].request);
};
/**
 * Runs a program; of the requests of one example that wait, the last alone. Undefined for one that another took the place of.
 * @param {string} id
 * @param {Request} request
 * @returns {Promise<Outcome | undefined>}
 */
const run = (id, request) => new Promise((done) => {
  waiting.get(id)?.done(undefined);
  waiting.set(id, { request, done, since: 0 });
  next();
});

Object.assign(globalThis, { loopbookRunner: { open, load, run, work } });
})();
