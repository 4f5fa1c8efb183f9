// guess.mjs: a prediction, typed before the run, and what came.

import { element, number } from './dom.mjs';
import { totals } from './counts.mjs';

const ASKED = [['requests', 'global', 'load'], ['sectors', 'global', 'load'], ['sectors', 'global', 'store'], ['wavefronts', 'shared', 'load'], ['wavefronts', 'shared', 'store']];

// A factor as a reader says it: 2 is "2 times", 0.5 "1/2 of".
function beside(came, said) {
  if (came === said) return 'just as you said';
  const factor = came / said, times = (x) => new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(x);
  return said === 0 || came === 0 ? `you said ${number.format(said)}` : factor > 1 ? `${times(factor)} times what you said` : `what you said is ${times(1 / factor)} times that`;
}

// {box, check(counted)}: box is for the panel, check says what came of the prediction, if there is one.
export function makeGuess() {
  const what = element('select', { 'aria-label': 'What you predict' }, ...ASKED.map(([unit, space, op], i) => element('option', { value: i }, `${unit} of ${space} ${op}s`)));
  const said = element('input', { inputmode: 'numeric', size: 9, autocomplete: 'off', 'aria-label': 'Your number' }), came = element('output');
  what.value = 1;
  return {
    box: element('details', { class: 'guess' }, element('summary', {}, 'Predict a count first'), element('div', {}, 'All lines ask ', said, ' ', what, came)),
    check({ kernel, rows }) {
      const guess = Number(said.value.replace(/[,\s]/g, '')), [unit, space, op] = ASKED[what.value];
      if (!said.value.trim() || !Number.isFinite(guess)) { came.textContent = ''; return; }
      const sum = totals(rows, []).find((row) => row.space === space && row.op === op), is = sum ? sum.now[unit] : 0;
      came.textContent = `${kernel} asks ${number.format(is)}: ${beside(is, guess)}.`;
    },
  };
}
