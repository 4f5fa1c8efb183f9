// counts.mjs: what kernels ask of memory, line by line, and how that compares. No browser is needed for it.

// A record of the lens, data/lens/STEM.csv, as rows: objects with the names of its columns. Its sums, those over
// the arrays of a line too, are made here as the panel shows them.
export function recordOf(csv) {
  const lines = csv.split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split(','));
  const head = lines.shift() || [];
  return lines.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i]]))).filter((row) => row.line !== 'total');
}

// A line of a record as its file and number: one of the program, or of a header, as in code/kernels/tma.h:12.
const placeOf = (line, program) => {
  const header = /^(.+):(\d+)$/.exec(line);
  return header ? { file: header[1], line: +header[2] } : { file: program, line: +line };
};

// The rows of one kernel at one size, as the worker gives them: {file, line, space, op, requests, sectors, wavefronts, barriers}.
export function recorded(record, program, kernel, [m, n, k]) {
  return record.filter((row) => row.kernel === kernel && +row.m === m && +row.n === n && +row.k === k).map((row) => ({
    ...placeOf(row.line, program), space: row.space, op: row.op, requests: +row.requests, sectors: +row.sectors, wavefronts: +row.wavefronts, barriers: +row.barriers,
  }));
}

// The kernels of which the record has a line of a file, of the program or a header, between these two.
export function kernelsWithin(record, program, path, first, last) {
  const within = ({ file, line }) => file === path && line >= first && line <= last;
  return [...new Set(record.filter((row) => within(placeOf(row.line, program))).map((row) => row.kernel))];
}

export const COLUMNS = ['requests', 'sectors', 'wavefronts'], UNITS = [...COLUMNS, 'barriers'];

function sums(rows, keyOf) {
  const found = new Map();
  for (const row of rows) {
    const key = keyOf(row), sum = found.get(key) || { ...row, requests: 0, sectors: 0, wavefronts: 0, barriers: 0 };
    for (const column of UNITS) sum[column] += row[column] || 0;
    found.set(key, sum);
  }
  return found;
}

// Rows beside those of the unchanged kernel: [{line, was, space, op, now: {…}, before: {…}}], in the order of lines; `now` or
// `before` is null where there is no such access. `to` gives for each line of the new text the line that it was, or 0; `at` for
// each old line where it is or would be. Only rows of `file` move.
export function compared(rows, before, file, to, at) {
  const key = (row, line) => `${row.file}:${line}:${row.space}:${row.op}`;
  const old = sums(before, (row) => key(row, row.line)), out = [];
  const news = sums(rows, (row) => key(row, row.line));
  for (const row of news.values()) {
    const was = row.file === file ? to[row.line - 1] || 0 : row.line, twin = was && old.get(key(row, was));
    if (twin) old.delete(key(row, was));
    out.push({ file: row.file, line: row.line, space: row.space, op: row.op, now: row, before: twin || null });
  }
  // What a line asked and the line that took its place asks, belongs together.
  for (const row of old.values()) {
    const line = row.file === file ? at[row.line - 1] || row.line : row.line;
    const heir = out.find((r) => !r.before && r.file === row.file && r.space === row.space && r.op === row.op && Math.abs(r.line - line) <= 1);
    if (heir) heir.before = row;
    else out.push({ file: row.file, line, space: row.space, op: row.op, now: null, before: row });
  }
  return out.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.space.localeCompare(b.space) || a.op.localeCompare(b.op));
}

// The sums over all lines, as rows of the same form, those of barriers last.
export function totals(rows, before) {
  const key = (row) => `${row.op === 'barrier' ? 'z' : ''}${row.space}:${row.op}`, now = sums(rows, key), old = sums(before, key);
  return [...new Set([...now.keys(), ...old.keys()])].sort().map((k) => {
    const row = now.get(k) || old.get(k);
    return { space: row.space, op: row.op, now: now.get(k) || null, before: old.get(k) || null };
  });
}
