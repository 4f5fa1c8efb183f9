// page.mjs: Run. Opens the program behind a listing in an editor, in place, and shows what comes of it: the
// compiler's errors and the lens's sentence at their lines, or what each line asks of memory, beside
// what it asked in the book. book.js loads it when a reader asks.

import * as engine from './engine.mjs';
import { button, element, megabytes } from './dom.mjs';
import { openEditor } from './editor.mjs';
import { changeOf, changed, linesOf, namesOf, packed, places, regionsOf, singleOf, unpacked } from './program.mjs';
import { kernelsWithin, recordOf, recorded } from './counts.mjs';
import { YOURS, yoursOf } from './constants.mjs';
import { inWords, linesAsked, tableOf } from './results.mjs';
import { makeGuess } from './guess.mjs';
import { showSliders } from './sliders.mjs';

const SIZES = ['64', '100', '128', '130', '256', '128x64x32'];
const STAGES = { compile: 'Compiling…', link: 'Linking…', verify: 'Verifying…', count: 'Counting…' };
const FAILED = { compile: 'The compiler does not take it', link: 'It does not link', verify: 'The lens rejects it', count: 'It could not be counted' };
const MOST = 5; // errors that are shown at once
const isError = (message) => message.severity !== 'note' && message.severity !== 'warning';

const accesses = (rows) => rows.filter((row) => row.op !== 'barrier');

// "8x8   2049x1048583x1 and the like are left out: …", as a sentence of the page.
const leftOut = (line) => line.replace(/^(\S+) +(\S+) and the like are left out:.*$/, '$1 was not tried at $2 and the like: make lens has the memory for them, a page has not.');

// "128" or "128x64x32" -> [m, n, k], or null.
function sizeOf(words) {
  const numbers = words.split(/[x×*,\s]+/).filter(Boolean).map(Number), all = numbers.length === 1 ? [numbers[0], numbers[0], numbers[0]] : numbers;
  return all.length === 3 && all.every((n) => Number.isInteger(n) && n > 0 && n <= 4096) ? all : null;
}

// What a program is made of, by stem: {files, table, record, single}.
const texts = {};
function textsOf(stem) {
  texts[stem] = texts[stem] || fetch(new URL(`texts/${stem}.json`, engine.here)).then((answer) => {
    if (!answer.ok) throw new Error(`play/texts/${stem}.json is not there`);
    return answer.json();
  }).then((parts) => ({ ...parts, record: recordOf(parts.record) }));
  return texts[stem];
}

// A reader's change is kept until it is taken back, page by page.
const drafts = {
  key: (path) => `play ${path}`,
  read(path, original) {
    try { const kept = localStorage.getItem(this.key(path)); return kept && changed(original, JSON.parse(kept)); } catch (e) { return null; }
  },
  write(path, original, text) {
    try {
      if (text === original) localStorage.removeItem(this.key(path));
      else localStorage.setItem(this.key(path), JSON.stringify(changeOf(original, text)));
    } catch (e) { /* then it is not kept */ }
  },
};

let style;
function dressed() {
  style = style || new Promise((done) => {
    document.head.append(element('link', { rel: 'stylesheet', href: new URL('page.css', engine.here).href, load: done, error: done }));
  });
  return style;
}

let panel = null, opening = false; // one at a time

// box: a listing or an exercise with data-run; state: what an address asks for, URLSearchParams, or null.
export async function open(box, state) {
  if (opening) return;
  opening = true;
  try {
    if (panel) panel.close();
    const [parts] = await Promise.all([textsOf(box.dataset.run), dressed()]);
    panel = await makePanel(box, state, parts);
  } finally {
    opening = false;
  }
}

// The kernels to offer, and which of them first: of those that the listing's lines are part of the one on the ladder, or the last.
function kernelsOf(parts, text) {
  const known = linesOf(parts.table).filter((line) => line && !line.startsWith('#')).map((line) => line.split(' ')).map(([name, kernel]) => ({ name, of: kernel.replace(/<.*/, '') }));
  const seen = new Set(known.map((k) => k.name));
  return known.concat(namesOf(text).filter((name) => !seen.has(name)).map((name) => ({ name, of: '', added: true })));
}

function firstKernel(parts, kernels, shown, first, last, own) {
  const within = own ? kernelsWithin(parts.record, first, last) : [];
  const called = kernels.filter((k) => k.of && new RegExp(`\\b${k.of.replace(/\W/g, '')}\\b`).test(shown)).map((k) => k.name);
  const named = kernels.filter((k) => shown.includes(`"${k.name}"`)).map((k) => k.name);
  const names = [within, called, named, kernels.map((k) => k.name)].find((list) => list.length);
  return names.includes(parts.rung) ? parts.rung : names.at(names === within ? -1 : 0);
}

// The lines of the program that a box is about.
function linesShown(box, parts, path) {
  const numbers = [...box.querySelectorAll('b[data-n]')].map((b) => +b.dataset.n);
  if (numbers.length) return [numbers[0], numbers.at(-1)];
  const rows = parts.record.filter((row) => row.kernel === box.dataset.kernel && +row.line > 0).map((row) => +row.line);
  const text = parts.files[path];
  const region = rows.length && regionsOf(text).find((r) => r.first < rows[0] && rows[0] < r.last);
  const at = linesOf(text).findIndex((line) => line.includes(`"${box.dataset.kernel}"`)) + 1;
  return region ? [region.first + 1, region.last - 1] : [at || 1, at || 1];
}

async function makePanel(box, state, parts) {
  const stem = box.dataset.run, program = `code/${stem}.cu`, path = box.dataset.file ? `code/${box.dataset.file}` : program;
  const original = parts.files[path], own = path === program;
  const [first, last] = linesShown(box, parts, path);
  const asked = state && state.get('change') ? await unpacked(state.get('change')) : null;
  const sent = asked && changed(original, asked), kept = drafts.read(path, original);
  const begin = sent || kept || original, placed = places(linesOf(original), linesOf(begin));

  // The bar: what to run, and what to do with the program.
  let about = null;
  const chooser = element('select');
  const size = element('input', { value: (state && state.get('size')) || '128', size: 8, list: 'play-sizes', title: 'N, or MxNxK', autocomplete: 'off', spellcheck: 'false' });
  const go = button('Run', () => (running ? engine.stop() : run()), { class: 'go' });
  const status = element('p', { class: 'status', role: 'status' }), bar = element('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Loaded' });
  const told = element('ul', { class: 'told', 'aria-live': 'polite' }), results = element('div', { class: 'results' });
  const place = element('div', { class: 'editor' }), sliders = element('details', { class: 'constants', hidden: true }), guess = makeGuess();
  const name = box.querySelector('.head b, h3 .kind')?.textContent.replace(/\.$/, '') || stem;
  const root = element('section', { class: 'play', tabindex: '-1', 'aria-label': `Run ${path.replace('code/', '')}, ${name}` },
    element('div', { class: 'bar' },
      element('label', {}, 'Kernel ', chooser), element('label', {}, 'Count at ', size), element('datalist', { id: 'play-sizes' }, ...SIZES.map((n) => element('option', { value: n }))), go,
      element('span', { class: 'tools' },
        button('Reset', reset, { title: 'The program as the book has it' }), button('Copy', copy, { title: 'Copy the whole program' }),
        button('Link', link, { title: 'An address that has your change' }),
        parts.single ? button('Download', download, { title: 'One file, for nvcc and a card' }) : '',
        button('Close', () => closePanel(true)))),
    status, bar, told, element('div', { class: 'aids' }, sliders, guess.box), place,
    element('p', { class: 'keys', id: 'play-keys' }, `${path}. Ctrl+Enter runs it. Escape, then Tab, leaves the editor.`), results);

  const anchor = box.matches('.listing') ? box.querySelector('pre') : [...box.children].filter((child) => !child.matches('.answer')).at(-1);
  anchor.after(root);
  box.classList.add('open');
  const editor = openEditor({
    parent: place, text: begin, original, label: `The program ${path}`, changed: edited, run: () => running || run(),
    folds: regionsOf(begin).filter((region) => region.last < placed[first - 1] || region.first > placed[last - 1]),
  });

  // The kernels that the program has now. One that has just come is chosen; one that has gone leaves the first choice.
  function offer(choice) {
    const kernels = kernelsOf(parts, own ? editor.text() : parts.files[program]), names = kernels.map((k) => k.name), had = chooser.dataset.names?.split(' ');
    if (names.join(' ') !== chooser.dataset.names) {
      const now = chooser.value, come = had && names.find((name) => !had.includes(name));
      chooser.dataset.names = names.join(' ');
      chooser.replaceChildren(...names.map((name) => element('option', { value: name }, name)), element('option', { value: '' }, 'all of them'));
      firstChoice = firstChoice || box.dataset.kernel || firstKernel(parts, kernels, linesOf(original).slice(first - 1, last).join('\n'), first, last, own);
      chooser.value = [choice, come, had ? now : state && state.get('kernel'), firstChoice].find((name) => name === '' || names.includes(name));
    } else if (choice) {
      chooser.value = choice;
    }
    if (!choice) constants();
  }
  // Not while one is moved.
  function constants() {
    if (own && chooser.value !== sliders.dataset.of) showSliders(sliders, parts, chooser.value, editor.text, (text) => { editor.edit(text); offer(YOURS); sliders.dataset.of = YOURS; });
    sliders.dataset.of = chooser.value;
  }
  let firstChoice = null;
  offer();
  chooser.addEventListener('change', constants);

  let running = false, saving, fresh = true;
  function edited() {
    clearTimeout(saving);
    saving = setTimeout(() => { drafts.write(path, original, editor.text()); offer(); }, 300);
    if (!running && !fresh && !results.classList.contains('old')) {
      results.classList.add('old');
      say('The program has changed since this run.');
    }
  }
  const say = (words) => { status.textContent = words; };

  function label() {
    go.textContent = running ? 'Stop' : about && !engine.isLoaded(about.version) ? `Load ${megabytes(about.bytes)} and run` : 'Run';
  }

  // Links to lines: they lead into the editor.
  const toLine = (line, words) => button(words, () => editor.show(line, { select: true }), { class: 'line' });

  // A sentence, in which the lines that it names can be followed.
  function sentence(text, mine) {
    return mine ? text.split(/\b(line \d+)\b/).map((part) => (/^line \d+$/.test(part) ? toLine(+part.slice(5), part) : part)) : [text];
  }

  function item(m) {
    const mine = m.file === path && m.line;
    const where = mine ? [toLine(m.line, `Line ${m.line}`), ': '] : m.file ? [`${m.file.replace(/^code\//, '')}${m.line ? `:${m.line}` : ''}: `] : [];
    return element('li', { class: m.severity || 'error' }, ...where, ...sentence(m.text, mine));
  }

  // The first errors, each once, and behind a line what else there is: a mistake in a template is told for each kernel.
  function tell(messages) {
    const all = [...new Map(messages.filter((m) => !/^</.test(m.file || '')).map((m) => [`${m.file} ${m.line} ${m.text}`, m])).values()];
    const errors = all.filter(isError), first = (errors.length ? errors : all).slice(0, MOST), rest = all.filter((m) => !first.includes(m));
    const mine = all.filter((m) => m.file === path && m.line), worst = mine.find(isError) || mine[0];
    editor.tell(mine);
    told.replaceChildren(...first.map(item), rest.length ? element('li', { class: 'note' }, element('details', {}, element('summary', {}, `${rest.length} more`), element('ul', {}, ...rest.map(item)))) : '');
    if (worst) editor.show(worst.line);
    return errors.length;
  }

  // What one kernel asks, as a table; with one kernel alone each line of the program says what it costs, too.
  async function show(counted, text, alone) {
    const base = await baseOf(counted.kernel, counted.size, text);
    const source = { path, now: linesOf(editor.text()), old: linesOf(original), linesOf: (file) => linesOf(parts.files[file] || ''), toLine, changed: text !== original };
    if (alone) guess.check(counted);
    const groups = linesAsked(counted, base, source);
    if (alone) editor.note(groups.filter((rows) => rows[0].file === path && rows[0].line).map(inWords));
    results.append(tableOf(counted, groups, base, source));
  }

  // What a kernel is compared with: itself in the book, or else what `yours` is from, or else, as a whole, the one that was first to
  // choose. Its rows are in the book's record, or come of a run of their own.
  const inBook = (name) => linesOf(parts.table).some((line) => line.startsWith(`${name} `));
  async function baseOf(kernel, at, text) {
    const from = kernel === YOURS && own ? yoursOf(text)?.from : null;
    const name = [kernel, from, firstChoice].find((choice) => choice && inBook(choice));
    if (!name) return null;
    let rows = recorded(parts.record, program, name, at);
    if (!rows.length) {
      say(`Counting the book’s ${name}, to compare…`);
      await engine.run({ stem, files: { [program]: parts.files[program] }, kernel: name, verify: false, sizes: [], count: at }, (m) => { if (m.is === 'counted' && m.kernel === name) rows = accesses(m.rows); });
    }
    return rows.length ? { kernel: name, rows, twin: name === kernel || name === from } : null;
  }

  function arrives(loaded, total) {
    const words = `${megabytes(loaded)} of ${megabytes(total)}`, tenth = Math.floor((10 * loaded) / total);
    bar.hidden = false;
    bar.value = loaded / total;
    bar.setAttribute('aria-valuetext', words);
    if (tenth === Number(status.dataset.tenth)) return; // not every word of it is read out
    status.dataset.tenth = tenth;
    say(`Loading what compiles and counts: ${words}`);
  }

  const requestOf = (text, kernel, at) => ({ stem, files: { [program]: parts.files[program], [path]: text }, kernel, sizes: [], count: at });

  async function run() {
    const text = editor.text(), at = sizeOf(size.value), kernel = chooser.value || null;
    if (!at) { say('A size is one number, or three as in 128x64x32: M, N and K.'); size.focus(); return; }
    running = true;
    fresh = false;
    told.replaceChildren();
    results.replaceChildren();
    results.classList.remove('old');
    editor.tell([]);
    editor.note([]);
    label();
    try {
      say('Loading what compiles and counts…');
      bar.hidden = about ? engine.isLoaded(about.version) : true;
      await engine.load(arrives);
      bar.hidden = true;
      const counted = [];
      let verified = null;
      const end = await engine.run(requestOf(text, kernel, at), (m) => {
        if (m.is === 'progress') arrives(m.loaded, m.total);
        if (m.is === 'stage') bar.hidden = true;
        if (m.is === 'stage') say(STAGES[m.stage] || m.text || '');
        if (m.is === 'verified') verified = m;
        if (m.is === 'counted') counted.push({ ...m, rows: accesses(m.rows) });
      });
      for (const { size: alone, kernels: right } of (verified || end).asked || []) results.append(...right.map((k) => element('p', { class: 'left' }, `At ${alone} alone ${k.name} is right in ${k.cases} products.`)));
      if (end.is === 'failed') {
        const errors = tell(end.messages);
        say(`${FAILED[end.stage] || 'It failed'}${errors > 1 ? `: ${errors} errors` : ''}.`);
      } else {
        tell((verified?.warnings || []).filter((m) => m.file === path && text !== original));
        for (const line of verified?.left || []) results.append(element('p', { class: 'left' }, leftOut(line)));
        for (const m of counted) await show(m, text, counted.length === 1);
        say(verdict(verified, end));
      }
    } catch (e) {
      say(e instanceof engine.Stopped ? 'Stopped.' : `It ended: ${e.message}. Run begins anew.`);
    }
    running = false;
    bar.hidden = true;
    label();
  }

  function verdict(verified, end) {
    const seconds = end.ms && end.ms.all ? ` It took ${(end.ms.all / 1000).toFixed(1)} s.` : '';
    if (!verified) return `Done.${seconds}`;
    const said = verified.kernels.map((k) => `${k.name} is right in ${k.cases} products`);
    return `${said.length > 3 ? `${said.length} kernels are right` : said.join(', ')}, without races and stray accesses.${seconds}`;
  }

  function reset() {
    editor.replace(original);
    editor.tell([]);
    editor.note([]);
    told.replaceChildren();
    results.replaceChildren();
    drafts.write(path, original, original);
    if (location.hash.startsWith('#run=')) history.replaceState(null, '', `#${box.id}`);
    offer();
    editor.show(first, { top: true });
    say('This is the program of the book again.');
  }

  const copied = (text, words) => (navigator.clipboard ? navigator.clipboard.writeText(text).then(() => say(words), () => say('The browser does not let this page copy.')) : say('This browser copies by hand only: select all, then copy.'));
  function copy() { copied(editor.text(), 'The whole program is copied.'); }

  async function link() {
    const text = editor.text(), query = new URLSearchParams({ run: box.id, kernel: chooser.value, size: size.value });
    if (text !== original) query.set('change', await packed(changeOf(original, text)));
    history.replaceState(null, '', `#${query}`);
    await copied(location.href, 'The address of this page now has your change, and is copied.');
  }

  function download() {
    const url = URL.createObjectURL(new Blob([singleOf(parts.single, path, original, editor.text())], { type: 'text/plain' }));
    element('a', { href: url, download: `${stem}.cu` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
    say(`${stem}.cu is one file with all that it includes, a check and a timing. With a card: nvcc -O3 -arch=native ${stem}.cu -lcublas`);
  }

  function closePanel(back) {
    if (running) engine.stop();
    clearTimeout(saving);
    if (editor.text() !== sent) drafts.write(path, original, editor.text());
    editor.close();
    root.remove();
    box.classList.remove('open');
    panel = null;
    if (back) box.querySelector('button.run').focus();
  }

  if (asked && !sent) say('The change in this address does not fit this edition of the program. Here is the program as it is.');
  else if (sent && sent !== original) say('The program with the change that this address has.');
  else if (kept && kept !== original) say('Your earlier change is still here. Reset takes it back.');
  editor.show(placed[first - 1], { top: true });
  root.focus({ preventScroll: true });
  if (root.getBoundingClientRect().top > innerHeight * 0.7 || root.getBoundingClientRect().top < 0) box.scrollIntoView();
  engine.manifest().then((found) => {
    about = found;
    label();
    if (engine.isNear(found.version)) engine.load(() => 0, requestOf(original, chooser.value || null, sizeOf(size.value))).catch(() => 0); // while the reader reads
  }, () => { go.disabled = true; say('The compiler is not beside these pages: make setup play makes it.'); });
  return { box, close: closePanel };
}
