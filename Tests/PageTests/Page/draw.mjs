// Draws as a page does: node draw.mjs MODULE REQUESTS ANSWERS
//
// Requests and answers stand one after the other, each behind 32 bits with its length; a trap is an empty answer, and what
// comes after it is drawn by a new instance, as in a page. Prints the milliseconds that each took.
import fs from "node:fs";

const [modulePath, requestsPath, answersPath] = process.argv.slice(2);
const module = new WebAssembly.Module(fs.readFileSync(modulePath));
const requests = fs.readFileSync(requestsPath);
let page = new WebAssembly.Instance(module, {}).exports;
const answers = [];
for (let at = 0; at < requests.length; ) {
  const size = requests.readUInt32LE(at);
  const request = requests.subarray(at + 4, at + 4 + size);
  at += 4 + size;
  const head = Buffer.alloc(4);
  let answer = Buffer.alloc(0);
  const begin = performance.now();
  try {
    const room = page.lp_room(size);
    new Uint8Array(page.memory.buffer, room, size).set(request);
    const place = page.lp_draw();
    const length = new DataView(page.memory.buffer).getUint32(place, true);
    answer = Buffer.from(new Uint8Array(page.memory.buffer, place + 4, length));
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    page = new WebAssembly.Instance(module, {}).exports;
  }
  console.log((performance.now() - begin).toFixed(2));
  head.writeUInt32LE(answer.length);
  answers.push(head, answer);
}
fs.writeFileSync(answersPath, Buffer.concat(answers));
