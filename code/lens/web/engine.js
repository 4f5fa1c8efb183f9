// engine.js - from a chapter's text to what the lens says of it. The worker of a page and the tests
// (under node) use it alike. The lens is the one of code/lens: its C files, by the compiler that the
// page has. Of a program,
//
//     pick.js    keeps the kernel that is asked
//     sed.js     makes the changes of launch.sed
//     clang.js   compiles it to LLVM's text, with the sanitizers' calls; and that, changed, to code
//     ir.js      numbers each call of the lens, and writes tables of lines and names
//     lens.js    lets its threads wait, puts it beside the lens into one memory, and runs both
//
// make.js makes all that does not depend on the program; *.c is what a system gives under Linux (lens/host.h).
import * as bundle from './bundle.js';
import {Clang, Refused, program as compile, assemble, link_program, treeOf} from './clang.js';
import {prepare} from './ir.js';
import {pick} from './pick.js';
import {addresses, asyncify_program, run} from './lens.js';
import {sed} from './sed.js';

// What `make play` packed: {path: bytes}, as a length, an index and all bytes.
export const unpack = packed => {
  const n = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true), files = {};
  const index = JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + n)));
  for (const [path, at, bytes] of index) files[path] = packed.subarray(4 + n + at, 4 + n + at + bytes);
  return files;
};

// One message a line: `/code/tiling.cu:10:5: error: ...`
export const messagesOf = said => said.split('\n').flatMap(line => {
  const m = /^(?:error: )?\/?([^:\s][^:]*):(\d+):(\d+): (fatal error|error|warning|note): (.*)$/.exec(line);
  if (m) return [{file: m[1], line: +m[2], column: +m[3], severity: m[4].replace('fatal ', ''), text: m[5]}];
  const other = /^(?:[\w/-]+: )?(error|warning): (.*)$/.exec(line);
  return other ? [{file: null, line: 0, column: 0, severity: other[1], text: other[2]}] : [];
});

// The lens says `tiling: race: code/tiling.cu:37: tiled<8>, block ...`.
export const sentenceOf = (said, stem) => said.split('\n').filter(line => line).map(line => {
  const text = line.startsWith(`${stem}: `) ? line.slice(stem.length + 2) : line;
  const m = /^([a-z ]+): ([^\s:]+):(\d+): (.*)$/.exec(text);
  return m ? {file: m[2], line: +m[3], column: 0, severity: 'error', text: `${m[1]}: ${m[4]}`}
    : {file: null, line: 0, column: 0, severity: 'error', text};
});

const MOST_DATA = 24 << 20;

// How much of programs that were built is kept, as WebAssembly; the browser's own code for it is some ten times as large.
const MOST_KEPT = 8 << 20;

export class Engine {
  // `modules`: the compiler's WebAssembly by name; `packed`: what `make play` packed; `binaryen`: that package.
  constructor({modules, packed, lens, binaryen}) {
    const all = unpack(packed), text = bytes => new TextDecoder().decode(bytes);
    this.binaryen = binaryen;
    this.lens = lens;
    this.where = addresses(lens);
    this.translate = sed(text(all['launch.sed']));
    delete all['launch.sed'];
    this.tree = treeOf(Object.entries(all));
    this.files = new Set(Object.keys(all));
    this.clang = new Clang(bundle, modules, this.tree);
    this.kept = new Map(); // programs by their texts, the one that was asked last at the end
  }

  // Keeps a program; those that nobody has asked for longest go.
  keep(key, program) {
    this.kept.delete(key);
    this.kept.set(key, program);
    let bytes = 0;
    for (const {wasm} of this.kept.values()) bytes += wasm;
    for (const [old, {wasm}] of this.kept) {
      if (bytes <= MOST_KEPT || old === key) break;
      this.kept.delete(old);
      bytes -= wasm;
    }
    return program;
  }

  // Compiles and links `source` ('code/tiling.cu'), with other texts in place of some files or beside
  // them; of the program's kernels only `kernel`, if it says one. Returns what run() takes, with `ms` and
  // what the compiler warned of; throws Refused. A program that is kept goes through no stage.
  build(source, texts, {kernel = null, stage = () => {}} = {}) {
    const stem = source.replace(/^.*\//, '').replace(/\.cu$/, ''), ms = {}, {clang} = this;
    const timed = (name, f) => {
      const from = performance.now(), out = f();
      ms[name] = Math.round(performance.now() - from);
      return out;
    };
    const changed = Object.entries(texts).map(([path, text]) => [path, this.translate(kernel && path === source ? pick(text, kernel) : text)]);
    const key = JSON.stringify([source, changed]), known = this.kept.get(key);
    if (known) return this.keep(key, known);
    const tuned = `build/tuned/nvidia-h200/${stem}.h`;
    stage('compile');
    const ll = timed('front', () => clang.run(compile('/' + source, '/out.ll', this.files.has(tuned) ? ['/' + tuned] : []),
      treeOf(changed), 'out.ll'));
    const about = timed('prepare', () => prepare(new TextDecoder().decode(ll.bytes), {source, stem, ...this.where}));
    if (about.bytes > MOST_DATA) throw new Refused(`/${source}:0:0: error: shared arrays and variables of ${about.bytes} bytes are more than a page has for them`);
    if (about.unseen.length > 0) throw new Refused(about.unseen.map(({file, line, what}) => `${file}:${line}:0: error: ${what}`).join('\n'));
    const object = timed('back', () => clang.run(assemble('/in.ll', '/out.o'), {'in.ll': about.text}, 'out.o'));
    delete about.text;
    const frame = /stack frame size \((\d+)\)/.exec(object.said);
    if (frame) throw new Refused(`/${source}:0:0: error: a function keeps ${frame[1]} bytes in local variables, and a thread has 128 KiB here`);
    stage('link');
    const linked = timed('link', () => clang.run(link_program('/in.o', this.where.table, '/out.wasm'), {'in.o': object.bytes}, 'out.wasm'));
    const wasm = timed('asyncify', () => asyncify_program(this.binaryen, linked.bytes));
    const module = new WebAssembly.Module(wasm);
    return this.keep(key, {module, about, stem, source, ms, warnings: messagesOf(ll.said), wasm: wasm.length,
      said: WebAssembly.Module.imports(module).some(({name}) => name === 'time') ? null : new Map()});
  }

  // What the same program says to the same words it says again, so that what it said is kept: each run begins with memory of
  // its own in which the same stands, its threads take turns in one order, and nothing reaches it from outside but the
  // time. Who asks for that is run anew, and so is what was rejected: the lens counts seconds to find an endless loop.
  run(program, words, how) {
    const key = words.join(' '), kept = how ? null : program.said, known = kept?.get(key);
    if (known) return {...known, isKept: true};
    const said = run(this.lens, program, [program.stem, ...words], how);
    if (said.code === 0) kept?.set(key, said);
    return said;
  }
}

export {Refused};
