// fake-worker.js: answers as the worker of Run does (book/play/engine.mjs), of a program that it does not compile: words in the
// program say what becomes of it. So the page's side has a test that needs no compiler.
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const PATH = 'code/tiling.cu';
const ROWS = [['block', 'barrier', 38, null, null, null, 64], ['block', 'barrier', 41, null, null, null, 64], ['global', 'load', 36, 2048, 8192, 0], ['shared', 'store', 36, 2048, 0, 2048], ['global', 'load', 37, 2048, 8192, 0],
  ['shared', 'store', 37, 2048, 0, 2048], ['shared', 'load', 40, 131072, 0, 131072], ['global', 'store', 45, 512, 2048, 0]];
let cut = 0;
onmessage = async ({ data }) => {
  const say = (is, more) => postMessage({ is, id: data.id, ...more });
  if (data.do === 'load') {
    for (let i = 1; i <= 4; i++) { await wait(60); postMessage({ is: 'progress', loaded: i * 6.75e6, total: 27e6 }); }
    postMessage({ is: 'ready', bytes: 27e6, version: 'fake' });
    return;
  }
  if (data.do === 'prepare') return;
  const text = data.files[PATH] || '', lines = text.split('\n'), at = (word) => lines.findIndex((line) => line.includes(word)) + 1;
  const failed = (stage, messages) => say('failed', { stage, messages });
  say('stage', { stage: 'compile' });
  await wait(60);
  if (at('@syntax')) {
    failed('compile', [{ file: PATH, line: at('@syntax'), column: 9, severity: 'error', text: "expected ';' after expression" },
      { file: 'code/kernels/gemm.h', line: 12, column: 1, severity: 'note', text: 'declared here' }]);
    return;
  }
  if (at('@crash')) { setTimeout(() => { throw new Error('memory access out of bounds'); }); return; }
  say('stage', { stage: 'verify' });
  if (at('@loop')) { for (;;) { cut += 1; } }
  if (at('@race')) {
    failed('verify', [{ file: PATH, line: at('@race'), severity: 'error', text: `race: tiled<32>, block (0,0,0), thread (1,0,0) stores As[1], which thread (0,0,0) loads at line ${at('@race') + 2} with no barrier between` }]);
    return;
  }
  say('verified', { kernels: [{ name: data.kernel, cases: 212 }], asked: data.sizes.map((size) => ({ size, kernels: [{ name: data.kernel, cases: 27 }], messages: [] })), ms: 20 });
  const off = at('@half') ? 2 : 1, moved = lines.length > 3 ? at('As[y][x] = a[k0]') - 36 : 0;
  const size = (data.count[0] / 128) ** 3;
  say('counted', { kernel: data.kernel, size: data.count, text: 'as the lens prints it', ms: 20, totals: {},
    rows: ROWS.map(([space, op, line, requests, sectors, wavefronts, barriers]) => ({ barriers: barriers * size, file: PATH, line: line + moved, space, op, requests: requests * size,
      sectors: sectors * size, wavefronts: space === 'shared' && op === 'load' ? wavefronts * size / off : wavefronts * size })) });
  say('done', { ms: { compile: 60, link: 0, verify: 20, count: 20, all: 100 } });
};
