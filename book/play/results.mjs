// results.mjs: what a kernel asks of memory, as a table of its lines, beside what it is compared with.

import { element, number } from './dom.mjs';
import { COLUMNS, compared, totals, UNITS } from './counts.mjs';
import { matched, places } from './program.mjs';

const count = (row, column) => (row && row[column]) || 0;
const differs = (row) => UNITS.some((column) => count(row.now, column) !== count(row.before, column));

// The rows of `run`, {kernel, size, rows}, line by line: [[row, …], …]. base: {kernel, rows, twin} or null; of a base that is no
// twin, another kernel, only the sums are compared. source: {path, now, old}, the file that can be changed, as lines.
export function linesAsked(run, base, { path, now, old }) {
  const twin = base && base.twin, was = twin ? old : now, groups = [];
  for (const row of compared(run.rows, twin ? base.rows : run.rows, path, matched(was, now), places(was, now))) {
    const last = groups.at(-1);
    if (last && last[0].line === row.line && last[0].file === row.file) last.push(row); else groups.push([row]);
  }
  return groups;
}

// What a row is counted in, in words: sectors of global memory, wavefronts of shared, barriers that blocks pass.
const unitOf = ({ space, op }) => (op === 'barrier' ? 'barriers' : space === 'shared' ? 'wavefronts' : 'sectors');

// A line's rows as a few words, and what they were.
export function inWords(rows) {
  const words = rows.map((row) => {
    const { op, now, before } = row, unit = unitOf(row), is = count(now, unit), was = count(before, unit);
    return `${op === 'barrier' ? '' : `${op} `}${number.format(is)} ${unit}${is === was ? '' : `, was ${number.format(was)}`}`;
  });
  return { line: rows[0].line, words: words.join(' · '), differs: rows.some(differs) };
}

// The sums that a run differs in from its base, or asks where there is none, as a short sentence.
export function inShort(run, base) {
  const all = totals(run.rows, base ? base.rows : run.rows), other = all.filter((row) => count(row.now, unitOf(row)) !== count(row.before, unitOf(row)));
  if (base && !other.length) return `It asks as much as the book’s ${base.kernel}.`;
  const words = (base ? other : all).slice(0, 3).map((row) => `${row.op === 'barrier' ? '' : `${row.space} ${row.op}s `}${number.format(count(row.now, unitOf(row)))} ${unitOf(row)}${base ? ` (${base.kernel} ${number.format(count(row.before, unitOf(row)))})` : ''}`);
  return `It asks: ${words.join(', ')}.`;
}

function cell(row, column, attributes = {}) {
  const is = count(row.now, column), was = count(row.before, column);
  if (is === was) return element('td', { class: 'n', ...attributes }, is ? number.format(is) : '');
  return element('td', { class: 'n other', ...attributes }, number.format(is), ' ', element('span', { class: 'was' }, `was ${number.format(was)}`));
}

// Barriers have no column: of a row of theirs one cell has the number.
const access = (row) => element('tr', {}, ...(row.op === 'barrier' ? [element('th', { scope: 'row' }, 'barriers passed'), cell(row, 'barriers', { colspan: COLUMNS.length })]
  : [element('th', { scope: 'row' }, `${row.space} ${row.op}`), ...COLUMNS.map((column) => cell(row, column))]));
const headed = (...words) => element('tr', {}, element('th', { scope: 'rowgroup', colspan: 4 }, element('span', { class: 'at' }, ...words)));

function finding(groups, base, changed) {
  if (!base) return 'The book has no such kernel to compare with.';
  if (!base.twin) return `The sums stand beside those of ${base.kernel}.`;
  if (groups.flat().some(differs)) return `Where a count differs from that of the book’s ${base.kernel}, “was” gives the book’s.`;
  return changed ? `Every count is that of the book’s ${base.kernel}.` : 'These are the counts of the book.';
}

// The table. source as above, with textOf(file) for other files, toLine(number, words, name) for a link into the editor, and `changed`.
export function tableOf(run, groups, base, source) {
  const title = `What ${run.kernel}${run.constants ? ` (${run.constants})` : ''} asks of memory`;
  const group = (rows) => {
    const { file, line } = rows[0], mine = file === source.path, text = (mine ? source.now : source.linesOf(file))[line - 1] || '';
    const where = line === 0 ? 'of no one line' : mine ? source.toLine(line, String(line), `Line ${line}`) : `${file.replace('code/', '')}:${line}`;
    return element('tbody', {}, headed(where, line && rows.some((row) => row.now) ? element('code', {}, text.trim()) : ''), ...rows.map(access));
  };
  const head = (words, i) => element('th', { scope: 'col', class: i ? 'n' : undefined }, words);
  return element('div', { class: 'counts' },
    element('p', {}, element('b', {}, `${title} at ${run.size.join(' × ')}.`), ` ${finding(groups, base, source.changed)}`),
    element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title },
      element('table', {},
        element('thead', {}, element('tr', {}, ...['Access', 'Requests', 'Sectors', 'Wavefronts'].map(head))),
        ...groups.map(group),
        element('tbody', { class: 'all' }, headed('All lines'), ...totals(run.rows, base ? base.rows : run.rows).map(access)))),
    run.text ? element('details', {}, element('summary', {}, 'As the lens writes it'), element('pre', { tabindex: '0' }, run.text)) : '');
}
