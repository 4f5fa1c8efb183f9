// worker.js - compiles, verifies and counts in a page without stopping it. What it is told and tells
// stands in book/play/engine.mjs.
import {Engine, Refused, messagesOf, sentenceOf} from './engine.js';

const here = new URL('.', import.meta.url);
let engine = null, loading = null;

// A file, whose address changes when it does, as a stream. Some hosts unpack what they send, others do not.
const get = async ({path, sha256}, hear) => {
  const answer = await fetch(new URL(`${path}?${sha256.slice(0, 12)}`, here));
  if (!answer.ok) throw new Error(`${path} could not be loaded: ${answer.status}`);
  const reader = answer.body.getReader(), first = await reader.read(), packed = first.value?.[0] === 0x1f && first.value[1] === 0x8b;
  let next = first;
  const stream = new ReadableStream({async pull(to) {
    if (next.done) return to.close();
    hear(next.value.length);
    to.enqueue(next.value);
    next = await reader.read();
  }});
  return packed ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
};

const load = async () => {
  const manifest = await (await fetch(new URL('manifest.json', here), {cache: 'no-cache'})).json();
  const total = manifest.bytes;
  let loaded = 0;
  const hear = n => { loaded += n; postMessage({is: 'progress', loaded: Math.min(loaded, total), total}); };
  const file = async (name, type) => new Response(await get(manifest.files.find(f => f.path === `${name}.gz`), hear), {headers: {'content-type': type}});
  const wasm = name => WebAssembly.compileStreaming(file(name, 'application/wasm')); // as it comes
  const script = async name => {
    const url = URL.createObjectURL(await (await file(name, 'text/javascript')).blob());
    try { return await import(url); } finally { URL.revokeObjectURL(url); }
  };
  const bytes = async name => new Uint8Array(await (await file(name, '')).arrayBuffer());
  const cores = ['llvm.core.wasm', 'llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm'];
  const binaryen = async () => {
    const [{default: begin}, module] = await Promise.all([script('binaryen.js'), wasm('binaryen.wasm')]);
    return begin({instantiateWasm: (imports, done) => WebAssembly.instantiate(module, imports).then(done)});
  };
  const [packed, lens, optimizer, ...compiled] = await Promise.all([bytes('files.bin'), wasm('lens.wasm'), binaryen(), ...cores.map(wasm)]);
  engine = new Engine({packed, lens, binaryen: optimizer, modules: Object.fromEntries(cores.map((name, i) => [name, compiled[i]]))});
  return {is: 'ready', bytes: total, version: manifest.version};
};

// Of a run, the record that `count` prints: its rows, and the sums.
const countsOf = (text, program) => {
  const lines = text.split('\n').filter(line => line && line[0] !== '#').map(line => line.split(','));
  const head = lines.shift() ?? [], out = new Map();
  for (const cells of lines) {
    const row = Object.fromEntries(head.map((name, i) => [name, cells[i]])), n = name => row[name] === '' ? null : Number(row[name]);
    const header = /^(.+):(\d+)$/.exec(row.line), place = header ? {file: header[1], line: Number(header[2])} : {file: program, line: n('line')};
    if (!out.has(row.kernel)) out.set(row.kernel, {size: [n('m'), n('n'), n('k')], rows: [], totals: {}});
    const of = out.get(row.kernel), counts = {requests: n('requests'), sectors: n('sectors'), wavefronts: n('wavefronts')};
    if (row.space === 'all') Object.assign(of.totals, {barriers: n('barriers'), flops_per_byte: n('flops_per_byte'), blocks: n('blocks'), run: n('run')});
    else if (row.line === 'total') of.totals[`${row.space} ${row.op}`] = counts;
    else if (row.space === 'block') of.rows.push({...place, space: 'block', op: 'barrier', barriers: n('barriers')});
    else of.rows.push({...place, space: row.space, op: row.op, array: row.array, ...counts});
  }
  return out;
};

const size = ([m, n, k]) => `${m}x${n}x${k}`;

// Of a run that was refused, the lens's sentence, as a page would say it.
const refusalOf = (run, {stem, files}) => sentenceOf(run.err, stem).map(message => {
  const {file, line, text} = message, room = / at (\w+), .*out of memory/.exec(text);
  if (room) return {...message, text: `${room[1]} takes more memory than a page has: make lens has more`};
  if (/^uninitialised read/.test(text) && /\(unsigned long long \*\)/.test(files[file]?.split('\n')[line - 1]))
    return {...message, text: `${text}; a page has pointers of four bytes, and a card of eight: make lens judges what loads one as eight`};
  return {...message, text: text.replace(/; `(\S+ --help|list)` (lists the words|names them)$/, '')};
});

// A kernel may print, too: between the lens's lines, and before the record, with or without an end of its lines. Of a kernel that was
// picked the lens's own lines begin with its name.
const OWN = /(\S+) +((\d+) small products are right|.* left out: .*)$/gm, RECORD = '# record: ', MOST_LINES = 100;
const casesOf = (run, kernel) => [...run.out.matchAll(OWN)].filter(([,,, cases]) => cases).map(([, name,, cases]) => ({name: kernel ?? name, cases: Number(cases)}));
const leftOf = (run, kernel) => [...run.out.matchAll(OWN)].filter(([,,, cases]) => !cases).map(([, name, words]) => `${kernel ?? name} ${words}`);
const printedOf = text => text.trim().split('\n').slice(-MOST_LINES).join('\n');

const work = (request, tell) => {
  const {stem, files, kernel, sizes, count, verify} = request;
  const began = performance.now(), ms = {}, source = `code/${stem}.cu`, picked = kernel ? ['--kernel', kernel] : [];
  let stage = 'compile', from = began, kept = 'counts', program = null;
  const begin = (name, text) => {
    const now = performance.now();
    if (name !== stage) { ms[stage] = Math.round(now - from); from = now; }
    stage = name;
    tell({is: 'stage', stage, text});
  };
  const build = only => engine.build(source, files, {kernel: only, stage: name => {
    kept = null;
    begin(name, name === 'compile' ? `compiles ${source}` : 'links it with the lens');
  }});
  const lens = (...words) => {
    let run = engine.run(program, [...words, ...picked]);
    // A launcher that picks among several kernels is understood from the whole table.
    if (kernel && / the table gives /.test(run.err)) {
      program = build(null);
      run = engine.run(program, [...words, ...picked]);
    }
    if (!run.isKept && kept) kept = 'program';
    return run;
  };
  const asked = [], fail = (messages, printed = '') => tell({is: 'failed', stage, messages, asked, kept, printed});
  try {
    program = build(kernel);
    if (verify !== false) {
      begin('verify', kernel ? `verifies ${kernel}` : 'verifies each kernel');
      const usual = lens('verify'), messages = usual.code === 0 ? [] : refusalOf(usual, request);
      // Each size that is asked besides is a run of its own: what is wrong elsewhere may be right there.
      for (const at of sizes) {
        const run = lens('verify', '--size', at), wrong = run.code === 0 ? [] : refusalOf(run, request);
        asked.push({size: at, kernels: casesOf(run, kernel), messages: wrong});
        messages.push(...wrong);
      }
      if (messages.length > 0) return fail(messages, printedOf(usual.out.replace(OWN, '')));
      tell({is: 'verified', kernels: casesOf(usual, kernel), asked, warnings: program.warnings, left: leftOf(usual, kernel), ms: Math.round(performance.now() - from)});
    }
    begin('count', kernel ? `counts ${kernel}` : 'counts each kernel');
    const counted = lens('count', '--size', size(count));
    if (counted.code !== 0) return fail(refusalOf(counted, request));
    const at = counted.out.lastIndexOf(RECORD), text = counted.out.slice(at), printed = printedOf(counted.out.slice(0, at));
    for (const [name, of] of countsOf(text, source))
      tell({is: 'counted', kernel: name, ...of, text, printed, ms: Math.round(performance.now() - from)});
  } catch (e) {
    if (!(e instanceof Refused)) throw e;
    const messages = messagesOf(e.said);
    return fail(messages.some(m => m.severity === 'error') ? messages
      : [{file: source, line: 0, column: 0, severity: 'error', text: e.said.trim().split('\n').pop() || 'the compiler stopped'}]);
  }
  ms.count = Math.round(performance.now() - from);
  return tell({is: 'done', ms: {compile: 0, link: 0, ...ms, all: Math.round(performance.now() - began)}, parts: program.ms, kept});
};

const messageOf = e => [{file: null, line: 0, column: 0, severity: 'error', text: /memory/i.test(e.message)
  ? `this browser has not memory enough: ${e.message}` : `the page could not go on: ${e.message}`}];

// The first program takes three times as long as the next, for the browser then compiles the compiler. While the reader
// reads it is the one that the page shows, as it stands there.
let next = null;
const prepare = () => {
  try {
    if (next) work(next, () => 0);
  } catch (e) { /* then the first that is asked says so */ }
  next = null;
};

onmessage = async ({data}) => {
  next = data.do === 'prepare' ? data.request : null;
  if (data.do === 'prepare') return loading.then(() => setTimeout(prepare, 0), () => 0);
  try {
    loading ??= load();
    const ready = await loading;
    if (data.do === 'load') postMessage(ready);
    if (data.do === 'run') work(data, message => postMessage({id: data.id, ...message}));
  } catch (e) {
    if (!engine) loading = null;
    postMessage({is: 'failed', id: data.id, stage: engine ? 'compile' : 'load', messages: messageOf(e)});
  }
};
