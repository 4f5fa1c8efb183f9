// sums.mjs: what a kernel asks for each step over k, and which unit that keeps busy longest, as the chapters add it up. No browser is
// needed for it.

const LANES = 32;

// What an SM does in a cycle, on any card of the book: four multiply-adds of a warp; a wavefront of the data stage of L1, of 128
// bytes, which are four sectors.
const ADDS = 4, SECTORS = 4, SECTOR = 32;

// rows: what one kernel asks at [m, n, k]. tile: of a block; threads: of a block, or null.
export function sumsOf(rows, [m, n, k], tile, threads) {
  const all = (space, op, unit) => rows.filter((row) => row.space === space && row.op === op).reduce((sum, row) => sum + (row[unit] || 0), 0);
  const loads = rows.filter((row) => row.space === 'global' && row.op === 'load'), tiles = Math.ceil(m / tile[0]) * Math.ceil(n / tile[1]);
  return {
    adds: tiles * tile[0] * tile[1] * k / LANES, // with those of a tile that are outside C
    requests: all('global', 'load', 'requests'), sectors: all('global', 'load', 'sectors'),
    stored: all('shared', 'store', 'wavefronts'), loaded: all('shared', 'load', 'wavefronts'), asked: all('shared', 'load', 'requests'),
    results: all('global', 'store', 'sectors') / tiles,
    brought: loads.reduce((sum, row) => sum + Math.max(row.requests, row.sectors / SECTORS), 0), // wavefronts at least, by the rule of L1
    perBlock: tile[2] / (tiles * k), perWarp: threads ? LANES / (tiles * k * threads) : null,
  };
}

// Wavefronts of a request in which lane i wants `width` floats from at[i] on, by the rule of float4s, or for single floats.
function wavefronts(at, width) {
  const paired = (apart) => width === 4 && at.every((float, lane) => float === at[lane ^ apart]), size = width === 1 ? LANES : paired(1) || paired(2) ? 16 : 8;
  let all = 0;
  for (let from = 0; from < LANES; from += size) {
    const banks = Array.from({ length: LANES }, () => new Set());
    for (const float of at.slice(from, from + size)) for (let i = float; i < float + width; i++) banks[i % LANES].add(i);
    all += Math.max(...banks.map((floats) => floats.size));
  }
  return all;
}

// Wavefronts of shared loads for one k of a warp, [at least, at most]. The lens counts loads of single floats as the program writes them;
// nvcc joins four into a float4 where it can. Of the ways in which the chapters' kernels lay out a thread's elements of A and B, those
// that ask what the lens counted say what joined loads ask; where none does, that is open. requests: those of shared loads.
export function joined(loaded, requests, { thread, lanes }, deep) {
  const [tm, tn] = thread || [], near = (a, b) => Math.abs(a - b) < 0.02 * b, equal = (n) => near(n, loaded);
  if (!thread || !lanes || !near(requests, tm + tn)) return [loaded / 4, loaded]; // it does not load floats one by one
  const places = (of, apart) => Array.from({ length: LANES }, (_, lane) => apart * of(lane)), row = (lane) => Math.floor(lane / lanes[1]), column = (lane) => lane % lanes[1];
  const asked = (count, at, joins) => ({ single: count * wavefronts(at, 1), all: joins ? count / 4 * wavefronts(at, 4) : count * wavefronts(at, 1) });
  const ofA = [...[4, tm].map((apart) => asked(tm, places(row, apart), tm % 4 === 0)), ...[tm, 4].map((apart) => asked(tm, places(row, apart * deep), deep % 4 === 0))];
  const ofB = [4, tn].map((apart) => asked(tn, places(column, apart), tn % 4 === 0));
  const found = ofA.flatMap((A) => ofB.filter((B) => equal(A.single + B.single)).map((B) => A.all + B.all));
  return found.length ? [Math.min(...found), Math.max(...found)] : [loaded / 4, loaded];
}

// Cycles of an SM for one k of a warp (where its threads are not known, for 32 multiply-adds): of the multiply-adds; of the data stage, [at
// least, at most]; and of L2 at most, if L1 keeps nothing. card: {processors, clock in MHz, l2 in GB/s}. counted: wavefronts of the data
// stage for a multiply-add of a warp, if the card has counted them.
export function cyclesOf(sums, shapes, deep, card, counted) {
  const per = sums.perWarp ?? 1 / sums.adds, adds = sums.adds * per, l2 = card.l2 * 1e3 / (card.processors * card.clock);
  const data = counted ? [counted * adds, counted * adds] : joined(sums.loaded * per, sums.asked * per, shapes, deep).map((loads) => loads + (sums.stored + sums.brought) * per);
  return { fma: adds / ADDS, data, l2: sums.sectors * SECTOR * per / l2 };
}

// The unit that is busy longest, 'fma' or 'data'; 'even' within a hundredth; or null where that is open.
export function limitOf({ fma, data: [least, most] }) {
  if (most - least < 0.01 * fma && Math.abs(fma - least) <= 0.01 * fma) return 'even';
  return least > fma ? 'data' : most < fma ? 'fma' : null;
}
