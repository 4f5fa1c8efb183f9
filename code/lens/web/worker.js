// worker.js - compiles, verifies and counts in a page without stopping it. What it is told and tells
// stands in book/play/engine.mjs.
import {Engine, Refused, messagesOf, sentenceOf} from './engine.js';

const here = new URL('.', import.meta.url);
let engine = null, loading = null;

// A file, whose address changes when it does. Some hosts unpack what they send, others do not.
const get = async ({path, sha256}, hear) => {
  const answer = await fetch(new URL(`${path}?${sha256.slice(0, 12)}`, here));
  if (!answer.ok) throw new Error(`${path} could not be loaded: ${answer.status}`);
  const bytesOf = async stream => new Uint8Array(await new Response(stream).arrayBuffer());
  const bytes = await bytesOf(answer.body.pipeThrough(new TransformStream({
    transform(chunk, to) { hear(chunk.length); to.enqueue(chunk); },
  })));
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return packed ? bytesOf(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))) : bytes;
};

const load = async () => {
  const manifest = await (await fetch(new URL('manifest.json', here), {cache: 'no-cache'})).json();
  const total = manifest.bytes;
  let loaded = 0;
  const hear = n => { loaded += n; postMessage({is: 'progress', loaded: Math.min(loaded, total), total}); };
  const file = name => get(manifest.files.find(f => f.path === name), hear);
  const wasm = async name => WebAssembly.compile(await file(name));
  const script = async name => {
    const url = URL.createObjectURL(new Blob([await file(name)], {type: 'text/javascript'}));
    try { return await import(url); } finally { URL.revokeObjectURL(url); }
  };
  const cores = ['llvm.core.wasm', 'llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm'];
  const [packed, lens, {default: binaryen}, ...compiled] = await Promise.all([file('files.bin.gz'),
    wasm('lens.wasm.gz'), script('binaryen.js.gz'), ...cores.map(name => wasm(`${name}.gz`))]);
  engine = new Engine({packed, lens, binaryen, modules: Object.fromEntries(cores.map((name, i) => [name, compiled[i]]))});
  return {is: 'ready', bytes: total, version: manifest.version};
};

// Of a run, the record that `count` prints: its rows, and the sums.
const countsOf = (text, file) => {
  const lines = text.split('\n').filter(line => line && line[0] !== '#').map(line => line.split(','));
  const head = lines.shift() ?? [], out = new Map();
  for (const cells of lines) {
    const row = Object.fromEntries(head.map((name, i) => [name, cells[i]])), n = name => row[name] === '' ? null : Number(row[name]);
    if (!out.has(row.kernel)) out.set(row.kernel, {size: [n('m'), n('n'), n('k')], rows: [], totals: {}});
    const of = out.get(row.kernel), counts = {requests: n('requests'), sectors: n('sectors'), wavefronts: n('wavefronts')};
    if (row.space === 'all') Object.assign(of.totals, {barriers: n('barriers'), flops_per_byte: n('flops_per_byte'), blocks: n('blocks'), run: n('run')});
    else if (row.line === 'total') of.totals[`${row.space} ${row.op}`] = counts;
    else if (row.space === 'block') of.rows.push({file, line: n('line'), space: 'block', op: 'barrier', barriers: n('barriers')});
    else of.rows.push({file, line: n('line'), space: row.space, op: row.op, array: row.array, ...counts});
  }
  return out;
};

const size = ([m, n, k]) => `${m}x${n}x${k}`;
let last = null; // what was built last, and from which texts

const work = ({id, stem, files, kernel, sizes, count}) => {
  const began = performance.now(), ms = {}, source = `code/${stem}.cu`;
  const tell = message => postMessage({id, ...message});
  let stage = 'compile', from = began;
  const begin = (name, text) => {
    const now = performance.now();
    if (name !== stage) { ms[stage] = Math.round(now - from); from = now; }
    stage = name;
    tell({is: 'stage', stage, text});
  };
  const fail = messages => tell({is: 'failed', stage, messages});
  const build = picked => {
    const key = JSON.stringify([stem, files, picked]);
    if (last?.key === key) return true;
    last = null;
    try {
      last = {key, program: engine.build(source, files, {kernel: picked, stage: name =>
        begin(name, name === 'compile' ? `compiles ${source}` : 'links it with the lens')})};
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      const messages = messagesOf(e.said);
      fail(messages.some(m => m.severity === 'error') ? messages
        : [{file: source, line: 0, column: 0, severity: 'error', text: e.said.trim().split('\n').pop() || 'the compiler stopped'}]);
    }
    return last !== null;
  };
  if (!build(kernel)) return;
  const picked = kernel ? ['--kernel', kernel] : [];
  const lens = words => engine.run(last.program, words);
  const verify = () => {
    begin('verify', kernel ? `verifies ${kernel}` : 'verifies each kernel');
    return lens(['verify', ...picked, ...(sizes ?? []).flatMap(s => ['--size', size(s)])]);
  };
  let verified = verify();
  // A launcher that picks among several kernels is understood from the whole table.
  if (kernel && / the table gives /.test(verified.err)) {
    if (!build(null)) return;
    verified = verify();
  }
  if (verified.code !== 0) return fail(sentenceOf(verified.err, stem));
  const kernels = [...verified.out.matchAll(/^(\S+) +(\d+) small products are right$/gm)]
    .map(([, name, cases]) => ({name, cases: Number(cases), worst: null}));
  tell({is: 'verified', kernels, warnings: last.program.warnings, left: verified.out.split('\n').filter(line => / left out: /.test(line)), ms: Math.round(performance.now() - from)});
  begin('count', kernel ? `counts ${kernel}` : 'counts each kernel');
  const counted = lens(['count', ...picked, '--size', size(count ?? [128, 128, 128])]);
  if (counted.code !== 0) return fail(sentenceOf(counted.err, stem));
  for (const [name, of] of countsOf(counted.out, source))
    tell({is: 'counted', kernel: name, ...of, text: counted.out, ms: Math.round(performance.now() - from)});
  ms.count = Math.round(performance.now() - from);
  return tell({is: 'done', ms: {compile: 0, link: 0, ...ms, all: Math.round(performance.now() - began)}, parts: last.program.ms});
};

// The first program takes three times as long as the next, for the browser then compiles the compiler: it is one that
// nobody waits for.
const warm = () => {
  if (last) return;
  try {
    engine.run(engine.build('code/naive.cu', {}), ['verify', '--size', '16']);
  } catch (e) { /* then the first that is asked says so */ }
};

const messageOf = e => [{file: null, line: 0, column: 0, severity: 'error', text: /memory/i.test(e.message)
  ? `this browser has not memory enough: ${e.message}` : `the page could not go on: ${e.message}`}];

onmessage = async ({data}) => {
  try {
    loading ??= load();
    const ready = await loading;
    if (data.do === 'load') {
      postMessage(ready);
      setTimeout(warm, 0);
    }
    if (data.do === 'run') work(data);
  } catch (e) {
    if (!engine) loading = null;
    postMessage({is: 'failed', id: data.id, stage: engine ? 'compile' : 'load', messages: messageOf(e)});
  }
};
