// texts.mjs STEM SINGLE: what the page's side of Run needs of a chapter's program, as JSON on standard output: the program and the
// headers that it includes, the lens's table and counts at 128, and the single file that SINGLE has, line by line.
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

const COLUMNS = ['kernel', 'm', 'n', 'k', 'line', 'space', 'op', 'requests', 'sectors', 'wavefronts'];
const rows = read(`data/lens/${stem}.csv`).split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split(','));
const at = COLUMNS.map((name) => (rows[0] || []).indexOf(name));
const record = rows.filter((row, i) => i === 0 || (row[at[1]] === '128' && row[at[2]] === '128' && row[at[3]] === '128')).map((row) => at.map((i) => row[i]).join(',')).join('\n');
process.stdout.write(JSON.stringify({ files, table: read(`data/lens/tables/${stem}.txt`), record, single: single ? read(single) : '' }));
