// sliders.mjs: the constants of a kernel as sliders. Moving one writes a line of the table, kernel `yours`, that has them.

import { element, number } from './dom.mjs';
import { linesOf } from './program.mjs';
import { entryOf, implied, speedOf, stepsOf, templateOf, withConstants, yoursOf, YOURS } from './constants.mjs';

// What CUDA gives every block, on any card: threads, and bytes of shared memory that a kernel can declare.
const THREADS = 1024, SHARED = 49152;

function factsOf(parts, template, text, values) {
  const { threads, shared } = implied(template, text, values), speed = speedOf(parts, template, values), facts = [];
  if (threads) facts.push(`${number.format(threads)} threads a block${threads > THREADS ? `; a card takes ${number.format(THREADS)} at most` : ''}.`);
  if (shared) facts.push(`${number.format(shared)} bytes of shared memory${shared > SHARED ? `; ${number.format(SHARED)} at most can be declared like this` : ''}.`);
  facts.push(speed ? `Measured on an ${parts.card} at 4096 × 4096 × 4096: ${(speed / 1000).toFixed(1)} TFLOP/s.` : 'The book has no measured speed for these constants: that takes a card.');
  return facts.join(' ');
}

// Fills `box`, a details element, with the sliders of a kernel, or hides it where that is no template on numbers.
// text() is the program, write(text) changes it and chooses `yours`.
export function showSliders(box, parts, kernel, text, write) {
  const mine = kernel === YOURS ? yoursOf(text()) : null, from = mine ? mine.from : kernel;
  const row = linesOf(parts.table).find((line) => line.startsWith(`${from} `)), entry = row && entryOf(row);
  const template = entry && templateOf([text(), ...Object.values(parts.files)], entry.of);
  box.hidden = !template || !new RegExp(`\\brun_${entry.of}\\b`).test(text());
  if (box.hidden) return;
  const values = mine && mine.values.length === template.params.length ? mine.values : entry.values.slice(), facts = element('p', { role: 'status' });
  const slider = (name, i) => {
    const steps = stepsOf(name, values[i]), shown = element('output', {}, values[i]);
    const moved = ({ target }) => {
      values[i] = steps[target.value];
      shown.textContent = values[i];
      target.setAttribute('aria-valuetext', values[i]);
      write(withConstants(text(), entry, template, values, from));
      facts.textContent = factsOf(parts, template, text(), values);
    };
    return element('label', {}, element('code', {}, name),
      element('input', { type: 'range', min: 0, max: steps.length - 1, value: steps.indexOf(values[i]), 'aria-valuetext': values[i], input: moved }), shown);
  };
  facts.textContent = factsOf(parts, template, text(), values);
  box.replaceChildren(element('summary', {}, `Constants of ${from}`), element('div', {}, ...template.params.map(slider)), facts);
}
