// page.mjs: Run. Opens the program behind a listing in an editor, in place, and shows what comes of it: the
// compiler's errors and the lens's sentence at their lines, or what each line asks of memory, beside
// what it asked in the book. book.js loads it when a reader asks.

import * as engine from './engine.mjs';
import { button, element, megabytes } from './dom.mjs';
import { openEditor } from './editor.mjs';
import { changeOf, changed, linesOf, matched, namesOf, packed, places, regionsOf, singleOf, unpacked } from './program.mjs';
import { kernelsWithin, recordOf, recorded } from './counts.mjs';
import { YOURS, yoursOf } from './constants.mjs';
import { inShort, inWords, linesAsked, tableOf } from './results.mjs';
import { makeGuess } from './guess.mjs';
import { makeSliders } from './sliders.mjs';

const SIZES = ['64', '100', '128', '130', '256', '128x64x32'];
const STAGES = { compile: 'Compiling…', link: 'Linking…', verify: 'Verifying…', count: 'Counting…' };
const FAILED = { compile: 'The compiler does not take it', link: 'It does not link', verify: 'The lens rejects it', count: 'It could not be counted' };
const MOST = 5; // errors that are shown at once
const isError = (message) => message.severity !== 'note' && message.severity !== 'warning';

// "8x8   2049x1048583x1 and the like are left out: …", as a sentence of the page.
const leftOut = (line) => line.replace(/^(\S+) +(\S+) and the like are left out:.*$/, '$1 was not tried at $2 and the like: make lens has the memory for them, a page has not.');

// "128" or "128x64x32" -> [m, n, k], or null.
function sizeOf(words) {
  const numbers = words.split(/[x×*,\s]+/).filter(Boolean).map(Number), all = numbers.length === 1 ? [numbers[0], numbers[0], numbers[0]] : numbers;
  return all.length === 3 && all.every((n) => Number.isInteger(n) && n > 0 && n <= 4096) ? all : null;
}

// "16, 33 x 1 x 65" -> ['16', '33x1x65'], or null where one of them is no size. The lens says which it has no room for.
function sizesOf(words) {
  const all = words.trim().replace(/\s*[x×*]\s*/g, 'x').split(/[\s,;]+/).filter(Boolean);
  return all.every((one) => /^(\d+|\d+x\d+x\d+)$/.test(one) && sizeOf(one)) ? all : null;
}
const A_SIZE = 'A size is one number, or three as in 128x64x32: M, N and K, each from 1 to 4096.';

// What a program is made of, by stem: {files, table, record, single}.
const texts = {};
function textsOf(stem) {
  texts[stem] = texts[stem] || fetch(new URL(`texts/${stem}.json`, engine.here)).then((answer) => {
    if (!answer.ok) throw new Error(`play/texts/${stem}.json is not there`);
    return answer.json();
  }).then((parts) => ({ ...parts, record: recordOf(parts.record) }));
  return texts[stem];
}

// A reader's change is kept until it is taken back, page by page, with the name of the file that it came from, if it was opened.
const drafts = {
  key: (path) => `play ${path}`,
  name(path) { try { return localStorage.getItem(`play name ${path}`); } catch (e) { return null; } },
  rename(path, name) {
    try {
      if (name) localStorage.setItem(`play name ${path}`, name); else localStorage.removeItem(`play name ${path}`);
    } catch (e) { /* then it is not kept */ }
  },
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

// At once: the editor, which scrolls to its line, would end a smooth way to here.
const inView = (e) => e.scrollIntoView({ behavior: 'instant' });

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

function firstKernel(parts, kernels, shown, within) {
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
  const begin = sent || kept || original, placed = places(linesOf(original), linesOf(begin)), still = matched(linesOf(original), linesOf(begin));

  // The bar: what to run, and what to do with the program.
  let about = null, firstChoice = null, shownFor, running = false, saving, resting, fresh = true;
  const chooser = element('select');
  const sizeField = (name, attributes) => element('input', { name, autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off', 'aria-describedby': `play-wrong-${name}`, input: () => wrong(name, ''), ...attributes });
  const size = sizeField('count', { value: (state && state.get('size')) || '128', size: 8, list: 'play-sizes', title: 'N, or MxNxK', change: () => constants.refresh() });
  const also = sizeField('also', { value: (state && state.get('also')) || '', size: 8, title: 'Sizes, each N or MxNxK, that the kernel is verified at besides the usual ones', placeholder: '16, 33x1x65' });
  const faults = { count: element('p', { class: 'fault', id: 'play-wrong-count' }), also: element('p', { class: 'fault', id: 'play-wrong-also' }) };
  const go = button('Run', () => (running ? engine.stop() : run()), { class: 'go' });
  const status = element('p', { class: 'status', role: 'status' }), bar = element('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Loaded' });
  const told = element('ul', { class: 'told', id: 'play-problems', role: 'list', 'aria-label': 'Problems', tabindex: '-1', hidden: true });
  const results = element('div', { class: 'results', role: 'region', 'aria-label': 'Counts', tabindex: '-1' });
  const jump = button('', () => { const to = jump.dataset.to === 'told' ? told : results; to.focus({ preventScroll: true }); inView(to); }, { class: 'jump', hidden: true });
  const keys = element('p', { class: 'keys', id: 'play-keys' }), place = element('div', { class: 'editor' }), guess = makeGuess(), chosen = element('input', { type: 'file', hidden: true, tabindex: '-1', 'aria-label': 'A program', change: opened });
  const constants = makeSliders({ parts, stem, original, text: () => editor.text(), size: () => sizeOf(size.value), write: (text) => { editor.edit(text); offer(YOURS); shownFor = YOURS; }, moved });
  const name = box.querySelector('.head b, h3 .kind')?.textContent.replace(/\.$/, '') || stem;
  const root = element('section', { class: 'play', tabindex: '-1', 'aria-label': `Run ${path.replace('code/', '')}, ${name}` },
    element('div', { class: 'dock' }, go, status, jump, bar),
    element('div', { class: 'desk' },
      element('div', { class: 'left' },
        element('div', { class: 'bar' },
          element('label', {}, 'Kernel ', chooser), element('label', {}, 'Count at ', size), element('datalist', { id: 'play-sizes' }, ...SIZES.map((n) => element('option', { value: n }))),
          element('label', {}, 'Verify also at ', also),
          element('span', { class: 'tools' },
            button('Reset', reset, { title: 'The program as the book has it' }), button('Copy', copy, { title: 'Copy the whole program' }),
            button('Link', link, { title: 'An address that has your change' }),
            own ? button('Open', () => chosen.click(), { title: 'A program of yours: a unit’s starter, or what was saved here' }) : '',
            button('Save', save, { title: 'The file as it stands: for the folder of the book, or of a unit to hand in' }),
            parts.single ? button('Download', download, { title: 'One file, for nvcc and a card' }) : '',
            button('Close', () => closePanel(true)), chosen)),
        faults.count, faults.also, told, element('div', { class: 'aids' }, constants.box, guess.box), place,
        keys),
      results));

  const anchor = box.matches('.listing') ? box.querySelector('pre') : [...box.children].filter((child) => !child.matches('.answer')).at(-1);
  anchor.after(root);
  box.classList.add('runs');
  const editor = openEditor({
    parent: place, text: begin, original, label: `The program ${path}`, changed: edited, run: () => running || run(),
    folds: regionsOf(begin).filter((region) => (region.last < placed[first - 1] || region.first > placed[last - 1]) && !still.slice(region.first - 1, region.last).includes(0)), // a change is not hidden
  });

  // The kernels that the program has now. One that has just come is chosen, or that came in an earlier visit; one that has gone leaves the first choice.
  function offer(choice) {
    const kernels = kernelsOf(parts, own ? editor.text() : parts.files[program]), names = kernels.map((k) => k.name), had = chooser.dataset.names?.split(' ');
    if (names.join(' ') !== chooser.dataset.names) {
      const now = chooser.value, come = had && names.find((name) => !had.includes(name)), earlier = kernels.filter((k) => k.added).map((k) => k.name).at(-1);
      chooser.dataset.names = names.join(' ');
      chooser.replaceChildren(...names.map((name) => element('option', { value: name }, name)), element('option', { value: '' }, 'all of them'));
      firstChoice = firstChoice || box.dataset.kernel || firstKernel(parts, kernels, linesOf(original).slice(first - 1, last).join('\n'), kernelsWithin(parts.record, program, path, first, last));
      chooser.value = [choice, come, had ? now : state && state.get('kernel'), had ? null : earlier, firstChoice].find((name) => name === '' || names.includes(name));
    } else if (choice) {
      chooser.value = choice;
    }
    if (!choice) slide();
  }
  // Not while one is moved.
  function slide() {
    if (own && chooser.value !== shownFor) constants.show(chooser.value);
    shownFor = chooser.value;
  }
  offer();
  chooser.addEventListener('change', slide);

  // Once something ran here, constants are counted when their slider rests.
  function moved() {
    clearTimeout(resting);
    if (!fresh) resting = setTimeout(() => (running ? moved() : run()), 300);
  }

  function wrong(name, words) {
    const field = { count: size, also }[name];
    faults[name].textContent = words;
    if (words) field.setAttribute('aria-invalid', 'true'); else field.removeAttribute('aria-invalid');
  }

  function edited() {
    clearTimeout(saving);
    saving = setTimeout(() => { drafts.write(path, original, editor.text()); offer(); }, 300);
    if (!running && !fresh && !results.classList.contains('old')) {
      results.classList.add('old');
      say('The program has changed since this run.');
    }
  }
  const say = (words) => { status.textContent = words; };

  // A way from the bar to what came of a run.
  function lead(to, words) {
    jump.hidden = !to;
    jump.dataset.to = to;
    jump.textContent = words;
  }

  function label() {
    const first = about && !engine.isLoaded(about.version) && megabytes(about.bytes);
    go.textContent = running ? 'Stop' : first ? `Load ${first} and run` : 'Run';
    keys.textContent = `${path}. Ctrl+Enter ${first ? `loads ${first} and runs it` : 'runs it'}, F8 leads to the next problem. Escape, then Tab, leaves the editor.`;
  }

  // Links to lines: they lead into the editor.
  const toLine = (line, words, name) => button(words, () => editor.show(line, { select: true }), { class: 'line', 'aria-label': name });

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
    told.hidden = !all.length;
    told.replaceChildren(...first.map(item), rest.length ? element('li', { class: 'note' }, element('details', {}, element('summary', {}, `${rest.length} more`), element('ul', {}, ...rest.map(item)))) : '');
    if (worst) editor.show(worst.line);
    return errors;
  }

  // What one kernel asks, as a table; with one kernel alone each line of the program says what it costs, too.
  async function show(counted, text, alone) {
    const base = await baseOf(counted.kernel, counted.size, text);
    const source = { path, now: linesOf(editor.text()), old: linesOf(original), linesOf: (file) => linesOf(parts.files[file] || ''), toLine, changed: text !== original };
    if (alone) guess.check(counted);
    const groups = linesAsked(counted, base, source);
    if (alone) editor.note(groups.filter((rows) => rows[0].file === path && rows[0].line).map(inWords));
    results.append(tableOf({ ...counted, constants: counted.kernel === YOURS && own ? constants.words(text) : '' }, groups, base, source));
    return inShort(counted, base);
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
      await engine.run({ stem, files: { [program]: parts.files[program] }, kernel: name, verify: false, sizes: [], count: at }, (m) => { if (m.is === 'counted' && m.kernel === name) rows = m.rows; });
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
    say(loaded < total ? `Loading what compiles and counts: ${words}` : `All ${megabytes(total)} are here. Starting the compiler, which takes some seconds the first time…`);
  }

  const requestOf = (text, kernel, at) => ({ stem, files: { [program]: parts.files[program], [path]: text }, kernel, sizes: sizesOf(also.value) || [], count: at });

  async function run() {
    const text = editor.text(), at = sizeOf(size.value), kernel = chooser.value || null;
    wrong('count', at ? '' : A_SIZE);
    wrong('also', sizesOf(also.value) ? '' : `${A_SIZE} Several have commas between them.`);
    const field = [size, also].find((input) => input.hasAttribute('aria-invalid'));
    if (field) { say('It does not run: a size is wrong.'); field.focus(); return; }
    running = true;
    fresh = false;
    clear();
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
        if (m.is === 'counted') counted.push(m);
      });
      for (const { size: alone, kernels: right } of (verified || end).asked || []) results.append(...right.map((k) => element('p', { class: 'besides' }, `At ${alone} alone ${k.name} is right in ${k.cases} products.`)));
      if (end.is === 'failed') {
        const errors = tell(end.messages), [worst] = errors, where = worst && worst.file === path && worst.line ? `Line ${worst.line}: ` : '';
        say(`${FAILED[end.stage] || 'It failed'}${errors.length > 1 ? `: ${errors.length} errors` : ''}. ${worst ? `${where}${worst.text.replace(/[.?]?$/, (end) => end || '.')}` : ''}`.trim());
        if (end.printed) results.append(printed(end.printed));
        lead('told', 'Problems');
      } else {
        tell((verified?.warnings || []).filter((m) => m.file === path && text !== original));
        for (const line of verified?.left || []) results.append(element('p', { class: 'besides' }, leftOut(line)));
        const asks = [];
        for (const m of counted) {
          if (own) constants.take(m, text);
          asks.push(await show(m, text, counted.length === 1));
        }
        if (counted.length && counted[0].printed) results.append(printed(counted[0].printed));
        say(verdict(verified, end, asks));
        lead('results', 'Counts');
      }
    } catch (e) {
      say(e instanceof engine.Stopped ? 'Stopped.' : `It ended: ${e.message}. Run begins anew.`);
    }
    running = false;
    bar.hidden = true;
    label();
  }

  const printed = (text) => element('details', { class: 'printed', open: true }, element('summary', {}, 'What it printed, at the end'), element('pre', { tabindex: '0' }, text));

  function verdict(verified, end, asks) {
    const seconds = end.ms && end.ms.all ? ` ${(end.ms.all / 1000).toFixed(1)} s.` : '', sums = asks.length === 1 ? ` ${asks[0]}` : '';
    if (!verified) return `Done.${sums}${seconds}`;
    const said = verified.kernels.map((k) => `${k.name} is right in ${k.cases} products`);
    return `${said.length > 3 ? `${said.length} kernels are right` : said.join(', ')}, without races and stray accesses.${sums}${seconds}`;
  }

  // What a run before this one said.
  function clear() {
    told.replaceChildren();
    told.hidden = true;
    results.replaceChildren();
    results.classList.remove('old');
    editor.tell([]);
    editor.note([]);
    lead('', '');
  }

  function reset() {
    editor.replace(original);
    clear();
    drafts.write(path, original, original);
    drafts.rename(path, null);
    if (location.hash.startsWith('#run=')) history.replaceState(null, '', `#${box.id}`);
    offer();
    editor.show(first, { top: true });
    say('This is the program of the book again.');
  }

  const copied = (text, words) => (navigator.clipboard ? navigator.clipboard.writeText(text).then(() => say(words), () => say('The browser does not let this page copy.')) : say('This browser copies by hand only: select all, then copy.'));
  function copy() { copied(editor.text(), 'The whole program is copied.'); }

  async function link() {
    const text = editor.text(), query = new URLSearchParams({ run: box.id, kernel: chooser.value, size: size.value, ...(also.value.trim() ? { also: also.value } : {}) });
    if (text !== original) query.set('change', await packed(changeOf(original, text)));
    history.replaceState(null, '', `#${query}`);
    await copied(location.href, 'The address of this page now has your change, and is copied.');
  }

  function given(text, as) {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    element('a', { href: url, download: as }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  // A unit's starter is a chapter's program with a part cut out, under the name of the unit.
  async function opened() {
    const [file] = chosen.files;
    chosen.value = '';
    if (!file) return;
    const text = file.size < 1e6 ? (await file.text()).replace(/\r\n?/g, '\n') : '';
    if (!namesOf(text).length) { say(`${file.name} is no program with a table of kernels: open one that stands in code/, or in the folder of a unit.`); return; }
    clear();
    editor.replace(text);
    drafts.rename(path, file.name);
    offer();
    chooser.value = namesOf(text).at(-1);
    slide();
    say(`${file.name} is open, and kernel ${chooser.value} is chosen. Save gives the file back.`);
  }

  function save() {
    const as = own && drafts.name(path) || path.split('/').at(-1), unit = as.replace(/\.cu$/, '');
    given(editor.text(), as);
    say(drafts.name(path) ? `${as} as it stands here. Of a unit it belongs into work/${unit}/: there make try U=${unit} judges it, and make submit U=${unit} packs it to hand in.` : `${as} as it stands here. In the folder of the book it is ${path}.`);
  }

  function download() {
    given(singleOf(parts.single, path, original, editor.text()), `${stem}.cu`);
    say(`${stem}.cu is one file with all that it includes, a check and a timing. With a card: nvcc -O3 -arch=native ${stem}.cu -lcublas`);
  }

  function closePanel(back) {
    if (running) engine.stop();
    clearTimeout(saving);
    clearTimeout(resting);
    if (editor.text() !== sent) drafts.write(path, original, editor.text());
    editor.close();
    root.remove();
    box.classList.remove('runs');
    panel = null;
    if (back) box.querySelector('button.run').focus();
  }

  if (asked && !sent) say('The change in this address does not fit this edition of the program. Here is the program as it is.');
  else if (sent && sent !== original) say('The program with the change that this address has.');
  else if (kept && kept !== original) say('Your earlier change is still here. Reset takes it back.');
  else if (box.matches('.exercise')) say('Run does what make, verify and count do.');
  label();
  editor.show(placed[first - 1], { top: true });
  root.focus({ preventScroll: true });
  // The editor is to be seen, not only where it begins.
  if (place.getBoundingClientRect().top > innerHeight * 0.6 || root.getBoundingClientRect().top < 0) inView(root);
  engine.manifest().then((found) => {
    about = found;
    label();
    if (engine.isNear(found.version)) engine.load(() => 0, requestOf(original, chooser.value || null, sizeOf(size.value))).catch(() => 0); // while the reader reads
  }, () => { go.disabled = true; say('The compiler is not beside these pages: make setup play makes it.'); });
  return { box, close: closePanel };
}
