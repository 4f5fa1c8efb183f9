// sliders.mjs: the constants of a kernel as sliders, with what they make: tiles, threads, counts for each step, the unit that limits.
// Moving one writes a line of the table, kernel `yours`, that has them.

import { element, number } from './dom.mjs';
import { linesOf } from './program.mjs';
import { recorded } from './counts.mjs';
import { entryOf, implied, inside, speedOf, stepsOf, templateOf, tileOf, withConstants, withoutYours, yoursOf, YOURS } from './constants.mjs';
import { cyclesOf, limitOf, sumsOf } from './sums.mjs';
import { tilesDrawn } from './tiles.mjs';

// What CUDA gives every block, on any card: threads, and bytes of shared memory that a kernel can declare.
const THREADS = 1024, SHARED = 49152;
const USUAL = [128, 128, 128]; // the size of the book's counts

const short = (x) => new Intl.NumberFormat('en', { maximumSignificantDigits: x >= 1000 ? 4 : 3 }).format(x);
const listed = (words) => words.join('; ');

function made(parts, template, values, { threads, shared }) {
  const speed = speedOf(parts, template, values), facts = [];
  if (threads) facts.push(`${number.format(threads)} threads a block${threads > THREADS ? `; a card takes ${number.format(THREADS)} at most` : ''}.`);
  if (shared) facts.push(`${number.format(shared)} bytes of shared memory${shared > SHARED ? `; ${number.format(SHARED)} at most can be declared like this` : ''}.`);
  if (shared === null) facts.push('Its launcher asks for its shared memory.');
  facts.push(speed ? `Measured on an ${parts.card} at 4096 × 4096 × 4096: ${(speed / 1000).toFixed(1)} TFLOP/s.` : 'The book has no measured speed for these constants: that takes a card.');
  return facts.join(' ');
}

// The next size up that has whole tiles.
const wholeTiles = (size, tile) => size.map((n, i) => Math.ceil(n / tile[i]) * tile[i]).join('x');

// What is counted, for each step, as a table.
function countsOf(sums, deep, size) {
  const rows = [['Multiply-adds of a warp', 'adds'], ['Requests, global loads', 'requests'], ['Sectors, global loads', 'sectors'], ['Wavefronts, shared stores', 'stored'], ['Wavefronts, shared loads', 'loaded']];
  const columns = [['A multiply-add of a warp', 1 / sums.adds], ...(sums.perWarp ? [['A warp, one k', sums.perWarp]] : []), [`A block, ${deep} k`, sums.perBlock]];
  return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Counts for each step' }, element('table', { class: 'steps' },
    element('caption', {}, `Counts of these constants at ${size.join(' × ')}, for each step`),
    element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'Of'), ...columns.map(([head]) => element('th', { scope: 'col', class: 'n' }, head)))),
    element('tbody', {}, ...rows.map(([name, key]) => element('tr', {}, element('th', { scope: 'row' }, name), ...columns.map(([, factor]) => element('td', { class: 'n' }, short(sums[key] * factor))))))));
}

// The unit that limits, and how that is found.
function limit(sums, shapes, deep, parts, counted) {
  const { limits } = parts, cycles = cyclesOf(sums, shapes, deep, limits, counted), per = sums.perWarp ? 'one k of a warp' : 'a multiply-add of a warp', [least, most] = cycles.data;
  const fma = `${short(cycles.fma)} cycles of an SM for ${per}`, data = most - least < 0.01 ? short(least) : `${short(least)} to ${short(most)}`;
  const said = {
    fma: `By these sums the multiply-adds limit: ${fma}; the data stage of L1 takes ${data}.`,
    data: `By these sums the data stage of L1 limits: ${data} cycles of an SM for ${per}; the multiply-adds take ${short(cycles.fma)}.`,
    even: `By these sums the multiply-adds and the data stage of L1 take the same: ${fma}.`,
    null: `Two units are near: the multiply-adds take ${fma}, and the data stage of L1 ${data}. Which limits, machine code says.`,
  }[limitOf(cycles)];
  const l2 = cycles.l2 > Math.max(cycles.fma, most) ? ` If L1 kept nothing, L2 would limit, with ${short(cycles.l2)} cycles: what L1 keeps takes a card.` : '';
  const seconds = (x) => `${short(x * 1e3)} ms`;
  return [element('p', { class: 'limit' }, element('b', {}, said), l2),
    element('details', {}, element('summary', {}, 'How these sums are made'), element('ul', {},
      element('li', {}, `Multiply-adds: an SM starts four of a warp in a cycle. ${short(cycles.fma)} cycles.`),
      element('li', {}, counted ? `Data stage of L1: ${short(counted)} wavefronts for a multiply-add of a warp, as the ${parts.card}’s counter has it at 4096. ${data} cycles.`
        : `Data stage of L1: a cycle for each wavefront of shared memory, and for each global load the larger of its requests and a quarter of its sectors. nvcc joins four loads of a float in one of a float4; what that takes, the rule of float4s says (chapter tiling)${most - least >= 0.01 ? ', but not which loads are joined' : ''}. ${data} cycles.`),
      element('li', {}, `L2, at most, if L1 keeps nothing: 32 bytes for each sector, and the ${parts.card} reads ${short(limits.l2 / 1e3)} TB/s from L2 with ${limits.processors} SMs at ${number.format(limits.clock)} MHz. ${short(cycles.l2)} cycles.`),
      element('li', {}, `Memory, at least, at 4096 × 4096 × 4096: each matrix once takes ${seconds(12 * 4096 ** 2 / (limits.memory * 1e9))}, and the multiply-adds take ${seconds(2 * 4096 ** 3 / (limits.fma * 1e9))}.`),
      element('li', {}, `Stores of C are not in these sums: ${short(sums.results)} sectors, once for a block’s tile.`),
      element('li', {}, 'The table has loads as the program writes them, on average over k, with the first tile of k, which may be ragged.'),
      element('li', {}, 'Other instructions, registers, waits and the clock take a card.')))];
}

// The panel's fold of sliders. text() is the program, size() where it would be counted, write(text) changes the program and chooses
// `yours`, moved() says that a slider has come to rest.
export function makeSliders({ parts, stem, original, text, size, write, moved }) {
  const box = element('details', { class: 'constants', hidden: true }), known = new Map();
  let of = null; // the kernel, its template and its constants
  const keyOf = (values, at, program) => JSON.stringify([of.entry.of, values, at, withoutYours(program)]);

  // What these constants ask: of a run here, or, of the book's own, in its record.
  function counted(values) {
    const now = text(), run = [size(), USUAL].filter(Boolean).map((at) => ({ size: at, rows: known.get(keyOf(values, at, now)) })).find(({ rows }) => rows);
    if (run) return run;
    const rows = String(values) === String(of.entry.values) && withoutYours(now) === withoutYours(original) ? recorded(parts.record, `code/${stem}.cu`, of.from, USUAL) : [];
    return rows.length ? { size: USUAL, rows } : null;
  }

  function facts() {
    const { entry, template, values } = of, implies = implied(template, text(), values), tile = tileOf(template, entry, values), run = counted(values);
    const shapes = inside(implies, tile), measured = withoutYours(text()) === withoutYours(original) && parts.steps[`${entry.of}<${values.join(',')}>`];
    const sums = run && sumsOf(run.rows, run.size, tile, implies.threads), tensor = /HALF/.test(entry.flags);
    of.made.textContent = made(parts, template, values, implies);
    of.shown.replaceChildren(
      element('figure', {}, tilesDrawn(tile, shapes), element('figcaption', {}, listed([
        'A block’s tile of C, to scale, with what one tile of k brings of A and B', ...(shapes.warp ? ['outlined: the results of a warp'] : []), ...(shapes.thread ? ['filled: those of a thread, drawn as if they lay together'] : [])]), '.')),
      element('div', {}, ...(run && run.size.some((n, i) => n % tile[i]) ? [element('p', {}, `${run.size.join(' × ')} is no whole number of these tiles, and what lies outside is counted, too: count at ${wholeTiles(run.size, tile)} for the sums of a whole tile.`)] : []), ...(sums ? [countsOf(sums, tile[2], run.size), ...(tensor ? [element('p', { class: 'limit' }, 'It multiplies with tensor cores, of which the lens counts no cycles: its limit takes a card.')] : limit(sums, shapes, tile[2], parts, measured))]
        : [element('p', { class: 'limit' }, 'Run counts what these constants ask for each step, and says which unit limits.')])));
  }

  function show(kernel) {
    const mine = kernel === YOURS ? yoursOf(text()) : null, from = mine ? mine.from : kernel;
    const row = linesOf(parts.table).find((line) => line.startsWith(`${from} `)), entry = row && entryOf(row);
    const template = entry && templateOf([text(), ...Object.values(parts.files)], entry.of);
    box.hidden = !template || !new RegExp(`\\brun_${entry.of}\\b`).test(text());
    of = null;
    if (box.hidden) return;
    const values = mine && mine.values.length === template.params.length ? mine.values : entry.values.slice();
    of = { from, entry, template, values, made: element('p', { role: 'status' }), shown: element('div', { class: 'made' }) };
    const slider = (name, i) => {
      const steps = stepsOf(name, values[i]), output = element('output', {}, values[i]);
      const input = ({ target }) => {
        values[i] = steps[target.value];
        output.textContent = values[i];
        target.setAttribute('aria-valuetext', values[i]);
        write(withConstants(text(), entry, template, values, from));
        facts();
      };
      return element('label', {}, element('code', {}, name),
        element('input', { type: 'range', min: 0, max: steps.length - 1, value: steps.indexOf(values[i]), 'aria-valuetext': values[i], input, change: moved }), output);
    };
    box.replaceChildren(element('summary', {}, `Constants of ${from}`), element('div', { class: 'sliders' }, ...template.params.map(slider)), of.made, of.shown);
    facts();
  }

  return {
    box, show,
    refresh() { if (of) facts(); },
    // A run of `program` counted a kernel.
    take({ kernel, size: at, rows }, program) {
      if (!of) return;
      const values = kernel === YOURS ? yoursOf(program)?.values : kernel === of.from ? of.entry.values : null;
      if (values) known.set(keyOf(values, at, program), rows);
      facts();
    },
    // The constants that `yours` has in a program, as words, or ''.
    words(program) {
      const mine = yoursOf(program);
      return mine && of && mine.values.length === of.template.params.length ? `${of.template.params.map((name, i) => `${name} = ${mine.values[i]}`).join(', ')}; from ${mine.from}` : '';
    },
  };
}
