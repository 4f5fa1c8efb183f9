// texts.mjs STEM SINGLE: what the page's side of Run needs of a chapter's program, as JSON on standard output: the program and the
// headers that it includes, the chapter's kernel on the ladder, the lens's table and counts at 128, the speeds at 4096 that the reference card has been measured at, what
// that card can do at most, and the single file that SINGLE has, line by line.
import { existsSync, readFileSync } from 'node:fs';

const [stem, single] = process.argv.slice(2);
const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
const files = {};
(function take(name) {
  const path = `code/${name}`;
  if (files[path] !== undefined || !existsSync(path)) return;
  files[path] = read(path);
  for (const [, inner] of files[path].matchAll(/^#include "(kernels\/[^"]+)"/gm)) take(inner);
})(`${stem}.cu`);

// A record as its head's card, its columns and its rows.
function recordAt(path) {
  const lines = read(path).split('\n').filter(Boolean), rows = lines.filter((line) => !line.startsWith('#')).map((line) => line.split(','));
  const columns = rows.shift() || [];
  const head = (name) => new RegExp(`^# ${name}: (?:NVIDIA )?(.*)$`, 'm').exec(lines.join('\n'))?.[1];
  return { head, card: head('device'), columns, rows, at: (row, name) => row[columns.indexOf(name)] };
}
const square = (record, row, n) => ['m', 'n', 'k'].every((name) => record.at(row, name) === n);

const counts = recordAt(`data/lens/${stem}.csv`), COUNTED = ['kernel', 'm', 'n', 'k', 'line', 'space', 'op', 'requests', 'sectors', 'wavefronts', 'barriers'];
const record = [COUNTED, ...counts.rows.filter((row) => square(counts, row, '128')).map((row) => COUNTED.map((name) => counts.at(row, name)))].map((row) => row.join(',')).join('\n');

// Speeds: of kernels with a name, and of what the tuner tried, by its constants.
const table = read(`data/lens/tables/${stem}.txt`), instance = new Map(table.split('\n').map((line) => line.split(' ').slice(0, 2)));
const measured = recordAt(`data/nvidia-h200/${stem}.csv`), tried = recordAt(`data/nvidia-h200/${stem}-tuning.csv`), speeds = {};
for (const row of measured.rows) {
  const of = instance.get(measured.at(row, 'kernel'));
  if (of && of.includes('<') && square(measured, row, '4096') && measured.at(row, 'beta') === '0') speeds[of] = +measured.at(row, 'gflops');
}
const TRIED = ['bm', 'bn', 'bk', 'wm', 'wn', 'tm', 'tn', 'stages', 'blocks', 'order', 'store'].filter((name) => tried.rows.some((row) => tried.at(row, name)));
const tuned = { of: [...instance.values()].find((of) => of && of.includes('<'))?.replace(/<.*/, ''), columns: TRIED, of4096: {} };
for (const row of tried.rows) {
  if (square(tried, row, '4096') && +tried.at(row, 'gflops')) tuned.of4096[TRIED.map((name) => tried.at(row, name)).join(',')] = +tried.at(row, 'gflops');
}
// Wavefronts of the data stage that the card counted for a multiply-add of a warp, of kernels with a name: data_per_step of the book.
const counters = recordAt(`data/nvidia-h200/counters/${stem}.csv`), steps = {};
for (const row of counters.rows) {
  const of = instance.get(counters.at(row, 'kernel')), wavefronts = +counters.at(row, 'data_wavefronts');
  if (of && of.includes('<') && square(counters, row, '4096') && wavefronts) steps[of] = 32 * wavefronts / 4096 ** 3;
}

// What units can do at most: the probes that chapter measuring draws its pipes by.
const ceilings = recordAt('data/nvidia-h200/measuring-ceilings.csv');
const probe = (name, size) => +ceilings.at(ceilings.rows.find((row) => ceilings.at(row, 'probe') === name && ceilings.at(row, 'size') === size), 'value');
const limits = { processors: +ceilings.head('multiprocessors'), clock: +ceilings.head('clock-max-mhz'), fma: probe('fma', '8'), l2: probe('l2-read', '16777216'), memory: probe('copy', '536870912') };

const rung = /^rung: (\S+)$/m.exec(read(`chapters/${stem}.md`))?.[1] || '';
process.stdout.write(JSON.stringify({ files, table, rung, record, card: ceilings.card, limits, steps, speeds, tuned: TRIED.length ? [tuned] : [], single: single ? read(single) : '' }));
