// play.mjs FOLDER [PATTERN]: asks of Run, in a real browser and from a server, what a reader asks of it. Says TAP.
// The page's side is asked with a worker that compiles nothing (fake-worker.js).
import { Duplex } from 'node:stream';
import { createDeflateRaw, createInflateRaw } from 'node:zlib';
import { axe, browser, built, end, folder, host, ok, only, run, skip } from './browser.mjs';
import * as firefox from './firefox.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(built, '..');

const FAKE = { '/play/worker.js': `${root}/tests/web/fake-worker.js`, '/play/manifest.json': Buffer.from('{"version": "fake", "bytes": 27000000, "files": []}') };

async function opened(site, at, options = {}, name = 'localhost') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'], ...options });
  const page = await context.newPage();
  page.faults = [];
  page.setDefaultTimeout(15000);
  page.on('pageerror', (e) => page.faults.push(`script: ${e.message}`));
  await page.goto(`http://${name}:${site.port}/${at}`);
  return page;
}
// What else this machine does, beside a time.
const loadNow = () => (existsSync('/proc/loadavg') ? readFileSync('/proc/loadavg', 'utf8').split(' ')[0] : 'unknown');
const linesIn = (path) => readFileSync(`${root}/${path}`, 'utf8').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split(','));
const LISTING = '[id="lst:1"]';
const says = (page) => page.locator('.play .status').textContent();
const ends = (page, ms = 15000) => page.waitForFunction(() => document.querySelector('.play .go')?.textContent === 'Run' && document.querySelector('.play .status').textContent.match(/[.?]$/), null, { timeout: ms })
  .catch(async () => { throw new Error(`it does not end: ${await says(page)}`); });
async function start(page, box = LISTING) {
  await page.click(`${box} button.run`);
  await page.waitForSelector('.play .cm-content');
}
// Puts words behind the first line that has `before`.
async function type(page, before, words) {
  await page.evaluate(([before, words]) => {
    const view = document.querySelector('.cm-content').cmTile?.view || document.querySelector('.cm-content').cmView.view;
    const text = view.state.doc.toString(), at = text.indexOf('\n', text.indexOf(before));
    view.dispatch({ changes: { from: at, insert: words } });
  }, [before, words]);
}
async function go(page, ms) {
  await page.click('.play .go');
  await ends(page, ms);
}

// Node 18, Debian 12's, has these streams but not their raw format, which every browser has.
function rawStreams() {
  try {
    new CompressionStream('deflate-raw');
  } catch (e) {
    globalThis.CompressionStream = class { constructor() { return Duplex.toWeb(createDeflateRaw()); } };
    globalThis.DecompressionStream = class { constructor() { return Duplex.toWeb(createInflateRaw()); } };
  }
}

const tests = {
  // What needs no browser: changes, the single file, constants.
  async parts() {
    rawStreams();
    const { changeOf, changed, packed, unpacked, linesOf, singleOf } = await import(`${root}/book/play/program.mjs`);
    const { entryOf, implied, templateOf, withConstants, yoursOf } = await import(`${root}/book/play/constants.mjs`);
    const faults = [], text = (path) => readFileSync(`${root}/${path}`, 'utf8');
    const original = text('code/warptiling.cu');
    let seed = 1;
    const chance = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
    for (let turn = 0; turn < 200; turn++) {
      const lines = linesOf(original);
      for (let i = chance(8); i >= 0; i--) lines.splice(chance(lines.length), chance(4), ...['}', '', `int n${turn};`].slice(chance(4)));
      const now = `${lines.join('\n')}\n`, change = await unpacked(await packed(changeOf(original, now)));
      if (changed(original, change) !== now) { faults.push(`change ${turn} does not come back`); break; }
      if (turn > 0 && lines.length > 5 && changed(`// another edition\n${original}`, changeOf(original, original.replace('acc', 'sum'))) === null) { faults.push('a change does not outlive an edition'); break; }
    }
    for (const name of readdirSync(`${built}/play/texts`)) {
      const { files, table, single } = JSON.parse(readFileSync(`${built}/play/texts/${name}`)), path = `code/${name.replace('.json', '.cu')}`;
      if (single && singleOf(single, path, files[path], files[path]) !== `${linesOf(single).map((line) => line.replace(/^code\/[^\t:]+:\d+\t/, '')).join('\n').replace(/\n{3,}/g, '\n\n')}\n`) faults.push(`${name}: the single file`);
      for (const line of linesOf(table)) {
        const entry = entryOf(line), template = entry && templateOf(Object.values(files), entry.of);
        if (!template || !new RegExp(`run_${entry.of}\\b`).test(files[path])) continue;
        const yours = yoursOf(withConstants(files[path], entry, template, entry.values, line.split(' ')[0]));
        if (String(yours?.values) !== String(entry.values) || yours.from !== line.split(' ')[0]) faults.push(`${name}: ${line}`);
      }
    }
    // Shared memory, as the tuner has it from the compiler.
    const files = ['code/autotuning.cu', 'code/kernels/wide_tiles.h'].map(text), template = templateOf(files, 'rectangle');
    const [head, ...rows] = linesOf(text('data/nvidia-h200/autotuning-tuning.csv')).filter((line) => !line.startsWith('#')).map((line) => line.split(','));
    const of = (row, name) => row[head.indexOf(name)];
    let asked = 0;
    for (const row of rows.filter((row) => +of(row, 'shared') > 0)) {
      const { shared } = implied(template, files[0], ['bm', 'bn', 'bk', 'tm', 'tn'].map((name) => +of(row, name)));
      asked += 1;
      if (shared !== +of(row, 'shared')) { faults.push(`${of(row, 'config')}: ${shared} bytes of shared memory, the compiler says ${of(row, 'shared')}`); break; }
    }
    if (asked < 100) faults.push(`only ${asked} configurations have shared memory`);
    ok('changes come back, single files are whole, constants are read and written', faults);
  },

  // What constants ask for each step, beside what the card's counters say of the same kernels: the page never saw those.
  async sums() {
    const { entryOf, implied, inside, templateOf, tileOf } = await import(`${root}/book/play/constants.mjs`);
    const { cyclesOf, joined, limitOf, sumsOf } = await import(`${root}/book/play/sums.mjs`);
    const { recordOf, recorded } = await import(`${root}/book/play/counts.mjs`);
    const faults = [], size = [128, 128, 128], limits = {};
    let told = 0, close = 0, open = 0, covered = 0;
    for (const stem of ['coarsening-1d', 'coarsening-2d', 'vectorized', 'autotuning', 'warptiling', 'prefetch']) {
      const parts = JSON.parse(readFileSync(`${built}/play/texts/${stem}.json`)), record = recordOf(parts.record), program = `code/${stem}.cu`;
      const [head, ...rows] = linesIn(`data/nvidia-h200/counters/${stem}.csv`), of = (row, name) => +row[head.indexOf(name)];
      for (const line of parts.table.split('\n')) {
        const entry = entryOf(line), template = entry && templateOf(Object.values(parts.files), entry.of), kernel = line.split(' ')[0];
        const counted = rows.find((row) => row[0] === kernel && row[1] === '4096'), asked = recorded(record, program, kernel, size);
        if (!template || !counted || !asked.length) continue;
        const implies = implied(template, parts.files[program], entry.values), tile = tileOf(template, entry, entry.values), shapes = inside(implies, tile);
        const sums = sumsOf(asked, size, tile, implies.threads), per = sums.perWarp, [least, most] = joined(sums.loaded * per, sums.asked * per, shapes, tile[2]);
        const card = of(counted, 'shared_load_wavefronts') / (4096 ** 3 / 32) * sums.adds * per;
        if (most - least > 0.01) { open += 1; if (card >= 0.98 * least && card <= 1.02 * most) covered += 1; else faults.push(`${kernel}: ${least} to ${most} wavefronts for a k of a warp, the card ${card}`); continue; }
        told += 1;
        if (Math.abs(card / least - 1) < 0.07) close += 1; else console.log(`# ${stem}, ${kernel}: ${least} wavefronts for a k of a warp, the card ${card.toFixed(2)}`);
        limits[kernel] = [sums.adds * per / 4, least, limitOf(cyclesOf(sums, shapes, tile[2], parts.limits))];
      }
    }
    if (told < 80 || close < told - 2) faults.push(`of ${told} kernels ${close} have the wavefronts that the card counted`);
    if (open > 10 || covered < open) faults.push(`${open} kernels are left open, ${covered} of them hold the card’s count`);
    // As warptiling and coarsening-2d add it up: cycles of multiply-adds, wavefronts of loads, the limit.
    for (const [kernel, ...wanted] of [['4x8-warp-4x8', 8, 10, 'data'], ['8x8-warp-4x8', 16, 12, 'fma'], ['8x8-warp-16x2', 16, 8, 'fma'], ['16x8-warp-4x8', 32, 16, 'fma'], ['8x8', 16, 20, 'data'], ['tm-8', 2, 5, 'data']]) {
      if (String(limits[kernel]) !== String(wanted)) faults.push(`${kernel}: ${limits[kernel]}, not ${wanted}`);
    }
    ok('what constants ask for each step is what the card counted, and its limit is the chapter’s', faults);
  },

  async reader() {
    const site = await host(FAKE), page = await opened(site, 'tiling.html'), faults = [];
    await page.waitForTimeout(300);
    if (site.asked.some((path) => path.includes('play'))) faults.push(`it asks for ${site.asked}`);
    if (!await page.locator(`${LISTING} button.run`).count()) faults.push('no button');
    ok('who reads loads nothing of it', faults.concat(page.faults));
    await page.context().close();
    await site.close();
  },

  async lacking() {
    const faults = [], site = await host({ '/play/page.js': '/nowhere' }), page = await opened(site, 'tiling.html');
    await page.click(`${LISTING} button.run`);
    await page.waitForSelector('.say');
    if (!/make setup play/.test(await page.textContent('.say'))) faults.push('on a server it does not say how to get it');
    await page.goto(pathToFileURL(`${folder}/tiling.html`).href);
    await page.click(`${LISTING} button.run`);
    if (!/localhost:8000\/tiling\.html/.test(await page.textContent('.say'))) faults.push('as a file it does not say where it runs');
    await page.click(`${LISTING} button.run`);
    if (await page.$('.say')) faults.push('a second click does not take that away');
    ok('where it cannot run, the button says what to do', faults.concat(page.faults));
    await page.context().close();
    await site.close();
  },

  async run() {
    const site = await host(FAKE), page = await opened(site, 'tiling.html'), faults = [];
    await start(page);
    const seen = await page.evaluate(() => ({ kernel: document.querySelector('.play select').value, go: document.querySelector('.play .go').textContent,
      hidden: getComputedStyle(document.querySelector('[id="lst:1"] > pre')).display, folds: document.querySelectorAll('.cm-foldPlaceholder').length,
      first: [...document.querySelectorAll('.cm-line')].map((l) => l.textContent).join('\n').includes('__shared__ float As[T][T], Bs[T][T];') }));
    if (seen.kernel !== 'tile-32') faults.push(`it offers ${seen.kernel}`);
    if (seen.hidden !== 'none' || !seen.first) faults.push('the program does not stand where the listing was');
    if (seen.folds < 1) faults.push('the other regions are not folded');
    await page.waitForFunction(() => /27 MB/.test(document.querySelector('.play .go').textContent)).catch(() => faults.push(`the button says ${seen.go}`));
    if (site.asked.includes('/play/worker.js')) faults.push('the compiler is asked for before one runs');
    await page.click('.play .go');
    await page.waitForFunction(() => / of 27 MB/.test(document.querySelector('.play .status').textContent)).catch(() => faults.push('nothing is shown of what loads'));
    await ends(page);
    if (!/tile-32 is right in 212 products.*It asks as much as the book’s tile-32\./.test(await says(page))) faults.push(`it says ${await says(page)}`);
    if (!/counts of the book/.test(await page.textContent('.play .counts > p'))) faults.push(await page.textContent('.play .counts > p'));
    if (await page.locator('.play .was').count()) faults.push('the unchanged kernel is said to differ');
    await type(page, 'float acc = 0.0f;', '\n    // @half\n');
    await go(page);
    if (!/It asks: shared loads 65,536 wavefronts \(tile-32 131,072\)\./.test(await says(page))) faults.push(`the status has no counts: ${await says(page)}`);
    const table = await page.locator('.play .results table').first().innerText();
    if (!/42\s+acc \+=.*?shared load\s+131,072\s+65,536\s+was 131,072/s.test(table)) faults.push(`the table says ${table}`);
    if (!/40\s+__syncthreads\(\);\s+barriers passed\s+64\s.*All lines.*barriers passed\s+128\s*$/s.test(table)) faults.push(`the table has of barriers ${table}`);
    if (await page.locator('.play td .was').count() !== 2) faults.push('more than the one count is marked');
    await page.waitForSelector('.cm-differs').catch(() => faults.push('the changed line is not marked'));
    await page.click('.play .counts button.line:has-text("42")');
    if (!/acc \+= .*load 65,536 wavefronts, was 131,072/.test(await page.textContent('.cm-line:has(.cm-other)'))) faults.push('the line does not say what it costs');
    await page.click('.play .guess summary');
    await page.fill('.play .guess input', '8192');
    await page.fill('.play input[name=count]', '64');
    await go(page);
    if (!/8,192\s+was 16,384/.test(await page.locator('.play .results table').first().innerText())) faults.push('at a size without a record the book’s kernel is not run');
    if (!/tile-32 asks 2,048: what you said is 4 times that\./.test(await page.textContent('.play .guess output'))) faults.push(`of a prediction: ${await page.textContent('.play .guess output')}`);
    ok('a kernel runs, and its counts stand beside those of the book', faults.concat(page.faults));

    const told = [];
    await type(page, 'float acc = 0.0f;', '\n    int x = 1 @syntax');
    await page.waitForFunction(() => /changed since/.test(document.querySelector('.play .status').textContent)).catch(() => told.push('it does not say that the counts are old'));
    await go(page);
    if (!/compiler does not take it/.test(await says(page))) told.push(await says(page));
    if (!/^Line 23: expected ';'/.test(await page.textContent('.play .told li'))) told.push(await page.textContent('.play .told li'));
    if (!/kernels\/gemm\.h:12: declared/.test(await page.textContent('.play .told details'))) told.push('the note of a header');
    if (!await page.locator('.cm-lintRange-error').count()) told.push('the line is not marked');
    await page.click('.play .tools button:has-text("Reset")');
    if (await page.locator('.cm-differs').count()) told.push('Reset leaves a change');
    await type(page, 'As[y][x] = a[k0]', ' // @race');
    await go(page);
    if (!/lens rejects it/.test(await says(page)) || !/race: tiled<32>/.test(await page.textContent('.play .told'))) told.push('the sentence of the lens');
    await page.click('.play .told button.line >> nth=1');
    const line = await page.evaluate(() => document.querySelector('.cm-activeLine').textContent);
    if (!/__syncthreads/.test(line)) told.push(`the line that the sentence names leads to ${line}`);
    ok('errors and the lens’s sentence stand at their line', told.concat(page.faults));

    const stops = [];
    await page.click('.play .tools button:has-text("Reset")');
    await type(page, 'float acc = 0.0f;', '\n    // @loop');
    await page.click('.play .go');
    await page.waitForFunction(() => document.querySelector('.play .go').textContent === 'Stop' && /Verifying/.test(document.querySelector('.play .status').textContent));
    await page.click('.play .go');
    await ends(page);
    if (await says(page) !== 'Stopped.') stops.push(await says(page));
    await page.click('.play .tools button:has-text("Reset")');
    await type(page, 'float acc = 0.0f;', '\n    // @crash');
    await go(page);
    if (!/memory access out of bounds/.test(await says(page))) stops.push(await says(page));
    await page.click('.play .tools button:has-text("Reset")');
    await go(page);
    if (!/is right/.test(await says(page))) stops.push(`afterwards: ${await says(page)}`);
    ok('an endless loop can be stopped, and what dies begins anew', stops.concat(page.faults.filter((fault) => !/memory access/.test(fault))));
    await page.context().close();
    await site.close();
  },

  async carry() {
    const site = await host(FAKE), page = await opened(site, 'tiling.html'), faults = [];
    await start(page);
    await type(page, 'float acc = 0.0f;', '\n    // my own line');
    await page.click('.play .tools button:has-text("Link")');
    await page.waitForFunction(() => location.hash.includes('change='));
    const url = await page.evaluate(() => navigator.clipboard.readText());
    if (url !== page.url() || url.length > 400) faults.push(`the link: ${url}`);
    await page.click('.play .tools button:has-text("Copy")');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    if (!copied.startsWith('//> omit\n') || !copied.includes('my own line')) faults.push('the copy is not the program');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('.play .tools button:has-text("Download")')]);
    const single = readFileSync(await download.path(), 'utf8');
    if (download.suggestedFilename() !== 'tiling.cu' || !/float acc = 0.0f;\n    \/\/ my own line\n/.test(single) || !/int main\(void\)/.test(single) || /#include "/.test(single)) faults.push('the single file');
    await page.click('.play .tools button:has-text("Close")');
    if (!await page.evaluate(() => document.activeElement.matches('button.run'))) faults.push('Close does not lead back to the button');
    await page.click('[id="lst:ahead"] button.run');
    await page.waitForSelector('.play .cm-content');
    if (!/earlier change/.test(await says(page))) faults.push('the change is not kept for the next listing');
    await page.$eval('.play .cm-scroller', (e) => { e.scrollTop = 0; });
    await page.waitForSelector('.cm-differs:has-text("my own line")').catch(() => faults.push('the change is hidden in the next listing'));
    const other = await opened(site, url.split('/').pop());
    await other.waitForSelector('.play .cm-content');
    if (!await other.locator('.cm-line:has-text("my own line")').count() || !await other.locator('.cm-differs').count()) faults.push('the link does not bring the change');
    ok('a change goes with a link, a copy and one file, and stays until it is taken back', faults.concat(page.faults, other.faults));
    await other.context().close();
    await page.context().close();
    await site.close();
  },

  async looks() {
    const site = await host(FAKE), faults = [];
    for (const [look, options] of [['light', {}], ['dark', { colorScheme: 'dark' }], ['phone', { viewport: { width: 320, height: 700 } }], ['wide', { viewport: { width: 1920, height: 1000 } }]]) {
      const page = await opened(site, 'tiling.html', options);
      await start(page);
      await type(page, 'float acc = 0.0f;', '\n    // @half\n');
      await go(page);
      await page.$$eval('.play details', (all) => all.forEach((d) => { d.open = true; }));
      await page.evaluate(axe);
      const found = await page.evaluate(() => window.axe.run('.play', { resultTypes: ['violations'] }));
      for (const v of found.violations) faults.push(`${look}: ${v.id}: ${v.nodes.length} times: ${v.nodes[0].target} ${v.nodes[0].failureSummary?.split('\n')[1]?.trim()}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) faults.push(`${look}: the page is ${over} px too wide`);
      await page.click('.play .counts button.line >> nth=-1');
      await page.screenshot({ path: `${built}/web/play-${look}.png` });
      faults.push(...page.faults);
      await page.context().close();
    }
    ok('axe finds nothing in the panel, in light, dark, at 320 and at 1920', faults);
    await site.close();
  },

  async exercise() {
    const site = await host(FAKE), page = await opened(site, 'tiling.html'), faults = [];
    const box = '[id="ex:tiling-one-barrier"]';
    await start(page, box);
    if (await page.$eval('.play select', (s) => s.value) !== 'tile-32-ahead') faults.push(`it offers ${await page.$eval('.play select', (s) => s.value)}`);
    if (!/void ahead\(/.test(await page.textContent('.cm-content'))) faults.push('the editor does not show the kernel that it asks about');
    await type(page, '{"tile-32-ahead"', '\n    {"alternating", run_ahead<32>, 32, 32, 32, 8192, 0, "ahead<32>"},');
    await page.waitForFunction(() => document.querySelector('.play select').value === 'alternating').catch(() => faults.push('a new line of the table is no kernel to choose'));
    await page.fill('.play input[name=count]', 'twelve');
    await page.click('.play .go');
    const atField = (name) => page.evaluate((name) => {
      const field = document.querySelector(`.play input[name=${name}]`);
      return [field.getAttribute('aria-invalid'), document.activeElement === field, document.getElementById(field.getAttribute('aria-describedby')).textContent].join();
    }, name);
    if (!/^true,true,A size is/.test(await atField('count'))) faults.push(`any size is taken: ${await atField('count')}`);
    await page.fill('.play input[name=count]', '128');
    await page.fill('.play input[name=also]', '16, 33x1');
    await page.click('.play .go');
    if (!/^true,true,A size is .* commas/.test(await atField('also'))) faults.push(`any size is verified: ${await atField('also')}`);
    await page.fill('.play input[name=also]', '16, 33 x 1 x 65');
    if (!/^,false|^,true,$/.test(await atField('also'))) faults.push(`a right size is still called wrong: ${await atField('also')}`);
    await go(page);
    const besides = await page.locator('.play .besides').allInnerTexts();
    if (String(besides) !== 'At 16 alone alternating is right in 27 products.,At 33x1x65 alone alternating is right in 27 products.') faults.push(`sizes besides: ${besides}`);
    if (!/sums stand beside those of tile-32-ahead/.test(await page.textContent('.play .counts > p'))) faults.push('what it is compared with');
    await page.reload();
    await start(page, box);
    if (await page.$eval('.play select', (s) => s.value) !== 'alternating') faults.push('who comes back is offered another kernel than the own one');
    ok('an exercise opens its program at its kernel, and a new kernel can be run', faults.concat(page.faults));
    await page.context().close();
    await site.close();
  },

  async constants() {
    const site = await host(FAKE), page = await opened(site, 'coarsening-2d.html'), faults = [];
    await start(page, '.listing[data-run]:not([data-file])');
    await page.selectOption('.play select', '8x8');
    await page.click('.play .constants summary');
    const facts = () => page.textContent('.play .constants p'), before = await facts();
    if (!/256 threads a block\..*16,384 bytes.*Measured on an H200.*\d TFLOP/.test(before)) faults.push(before);
    const names = await page.$$eval('.play .constants code', (all) => all.map((e) => e.textContent).join());
    if (names !== 'BM,BN,BK,TM,TN,BLOCKS') faults.push(names);
    await page.focus('.play .constants label:nth-child(4) input');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    if (!/512 threads a block\./.test(await facts()) || !/takes a card/.test(await facts())) faults.push(await facts());
    if (await page.$eval('.play select', (s) => s.value) !== 'yours') faults.push('the kernel that is chosen');
    await page.click('.play .tools button:has-text("Copy")');
    const text = await page.evaluate(() => navigator.clipboard.readText());
    if (!text.includes('    KERNEL_AT("yours", 0, rectangle, 128, 128, 16, 128, 128, 16, 4, 8, 2), /* from 8x8 */\n    {},\n')) faults.push(text.slice(-400));
    await page.locator('.play').screenshot({ path: `${built}/web/play-constants.png` });
    const picture = () => page.getAttribute('.play .made svg', 'aria-label');
    if (!/^A block's tile of C, 128 × 128; A brings 128 × 16 and B 16 × 128 .* a thread's results, 4 × 8\.$/.test(await picture())) faults.push(await picture());
    if (!/Run counts what these constants ask/.test(await page.innerText('.play .made'))) faults.push('sums are shown of constants that nothing counted');
    await page.selectOption('.play select', '8x8');
    const made = await page.innerText('.play .made');
    if (!/the data stage of L1 limits: 2\d\.\d cycles of an SM for one k of a warp; the multiply-adds take 16\./.test(made)) faults.push(made);
    if (!/Multiply-adds of a warp\s+1\s+64\s+8,192\s/.test(made) || !/Wavefronts, shared loads\s+0\.75\s+48\s+6,144/.test(made)) faults.push(made);
    ok('constants are sliders, which write a line of the table, with tiles and sums', faults.concat(page.faults));
    await page.context().close();
    await site.close();
  },

  // With the compiler and the lens themselves: kernels changed as students change them, and what each is told.
  async students(open = opened, where = 'Chromium') {
    const LOOP = 'for (unsigned k = 0; k < T; ++k)\n            acc += As[y][k] * Bs[k][x];\n        __syncthreads();\n    }\n//< the whole tiles';
    const PLACES = ['threadIdx.x;\n    const unsigned col = block_y() * SIDE + threadIdx.y;', 'threadIdx.y;\n    const unsigned col = block_y() * SIDE + threadIdx.x;'];
    const TURNED = ['threadIdx.y;\n    const unsigned col = blockIdx.x * SIDE + threadIdx.x;', 'threadIdx.x;\n    const unsigned col = blockIdx.x * SIDE + threadIdx.y;'];
    const RECTANGLE = 'int PITCH, int SPREAD>\n__global__ void __launch_bounds__(THREADS, 2)\nrectangle(int M, int N, int K, float alpha, const float *A,\n          const float *B, float beta, float *C)\n{\n';
    const UNPADDED = [RECTANGLE, RECTANGLE.replace('PITCH', 'PADDED') + '    constexpr int PITCH = BM;\n'];
    const WRONG = [
      ['no second barrier', 'tiling', 'tile-32', LOOP, LOOP.replace('        __syncthreads();\n', ''), /Line 3[67]: .*race.*with no barrier between/s],
      ['off by one', 'tiling', 'tile-32', LOOP, LOOP.replace('k < T', 'k <= T'), /Line 40: .*(out of bounds|uninitialised|race)/s],
      ['no guard', 'naive', 'naive', '    if (row >= M || col >= N)\n        return;\n', '', /Line 2\d: .*out of bounds/s],
      ['index exchanged', 'coalescing', 'coalesced', 'A[(size_t)row * K + k]', 'A[(size_t)k * K + row]', /out of bounds|should be/],
      ['a word too few', 'naive', 'naive', 'float acc = 0.0f;', 'float acc = 0.0f', /Line 20: expected ';'/],
      ['an endless loop', 'tiling', 'tile-32', 'k0 += T) {\n        As[y][x] = a[k0];', 'k0 += 0) {\n        As[y][x] = a[k0];', /seconds|endless|turns/],
      ['too much shared memory', 'tiling', 'tile-32', 'Bs[T][T];\n    const unsigned x = threadIdx.x, y = threadIdx.y;\n    const unsigned row = block_y() * T + y;\n    const unsigned col = blockIdx.x * T + x;\n//>', 'Bs[T][T], huge[100000];\n    huge[threadIdx.x] = 1;\n    const unsigned x = threadIdx.x, y = threadIdx.y;\n    const unsigned row = block_y() * T + y;\n    const unsigned col = blockIdx.x * T + x;\n//>', /shared/],
      ['no padding', 'vectorized', 'vectorized', ...UNPADDED, null, /shared store\s[^]*was [\d,]+/],
      ['a stride', 'coalescing', 'coalesced', ...TURNED, null, /global load\s[^]*was/],
      ['what makes it better', 'naive', 'naive', ...PLACES, null, /global load\s[^]*was/],
    ];
    const site = await host({}), page = await open(site, 'naive.html'), faults = [];
    let chapter = 'naive';
    for (const [what, stem, kernel, from, to, told, counted] of WRONG) {
      if (stem !== chapter) { await page.goto(`http://localhost:${site.port}/${stem}.html`); chapter = stem; }
      else if (await page.$('.play')) { await page.click('.play .tools button:has-text("Close")'); }
      await start(page, `.listing[data-run=${stem}]:not([data-file])`);
      await page.click('.play .tools button:has-text("Reset")');
      await page.selectOption('.play select', kernel);
      const found = await page.evaluate(([from, to]) => {
        const content = document.querySelector('.cm-content'), view = content.cmTile?.view || content.cmView.view, at = view.state.doc.toString().indexOf(from);
        if (at >= 0) view.dispatch({ changes: { from: at, to: at + from.length, insert: to } });
        return at >= 0;
      }, [from, to]);
      if (!found) { faults.push(`${what}: the program has no such lines`); continue; }
      const begun = Date.now();
      await page.waitForFunction(() => /Run|run$/.test(document.querySelector('.play .go').textContent));
      await page.click('.play .go');
      await ends(page, 120000);
      const said = await page.locator('.play .told').innerText(), table = counted ? await page.locator('.play .counts').innerText().catch(() => '') : '';
      console.log(`# ${what}: ${((Date.now() - begun) / 1000).toFixed(1)} s: ${(await says(page))} ${said.replace(/\n/g, ' ').slice(0, 200)}`);
      if (told && !told.test(said)) faults.push(`${what}: ${await says(page)} ${said}`);
      if (counted && !(counted.test(table) && /is right/.test(await says(page)))) faults.push(`${what}: ${await says(page)} ${said} ${table.slice(0, 300)}`);
    }
    ok(`what students do to kernels is told in ${where} as the lens tells it`, faults.concat(page.faults));
    await page.context().close();
    await site.close();
  },

  async firefox() {
    if (!firefox.executablePath) return skip('the same in Firefox', 'no firefox-esr or firefox here');
    return tests.students(firefox.opened, 'Firefox');
  },

  // Kernels as they are: right, and with the counts of the book.
  async chapters() {
    const site = await host({}), page = await opened(site, 'naive.html'), faults = [];
    for (const [stem, kernel] of [['naive', 'naive'], ['tiling', 'tile-32'], ['coarsening-2d', '8x8'], ['vectorized', 'vectorized'], ['warptiling', '8x8-warp-4x8'], ['wmma', 'staged-padded']]) {
      await page.goto(`http://localhost:${site.port}/${stem}.html`);
      await start(page, `.listing[data-run=${stem}]:not([data-file])`);
      await page.selectOption('.play select', kernel);
      await page.waitForFunction(() => /Run|run$/.test(document.querySelector('.play .go').textContent));
      for (const turn of ['cold', 'warm']) {
        const begun = Date.now();
        await go(page, 120000);
        console.log(`# ${kernel}, ${turn}: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
        if (turn === 'cold') await type(page, '#include "bench/bench.h"', ' /* again */'); // a text that is not kept
      }
      const said = await page.locator('.play .counts > p').innerText().catch(() => page.locator('.play .told').innerText());
      if (!new RegExp(`Every count is that of the book.s ${kernel}`).test(said)) faults.push(`${kernel}: ${await says(page)} ${said}`);
    }
    ok('kernels as they are have the counts of the book', faults.concat(page.faults));
    await page.context().close();
    await site.close();
  },

  // The worker by itself, told as book/play/engine.mjs says.
  async engine() {
    const site = await host({}), page = await opened(site, 'tiling.html'), faults = [];
    const original = readFileSync(`${root}/code/tiling.cu`, 'utf8');
    await page.evaluate(() => { window.engine = new Worker('/play/worker.js', { type: 'module' }); });
    const ask = async (what, more, text = original) => {
      const begun = Date.now();
      const told = await page.evaluate((request) => new Promise((done) => {
        const told = {};
        window.engine.onmessage = ({ data }) => {
          told[data.is] = data;
          if (data.is === 'done' || data.is === 'failed') done(told);
        };
        window.engine.postMessage({ do: 'run', id: 1, stem: 'tiling', kernel: 'tile-8', sizes: [], count: [128, 128, 128], ...request });
      }), { files: { 'code/tiling.cu': text }, ...more });
      console.log(`# ${what}: ${((Date.now() - begun) / 1000).toFixed(2)} s, load ${loadNow()}`);
      return { ...told, kept: (told.done || told.failed).kept, said: (told.failed?.messages || []).map((m) => `${m.line}: ${m.text}`).join('; ') };
    };
    const expect = (what, is, wanted) => { if (JSON.stringify(is) !== JSON.stringify(wanted)) faults.push(`${what}: ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`.slice(0, 400)); };
    const right = await ask('loaded, compiled, verified and counted', { sizes: ['16', '33x1x65'] });
    expect('asked besides', right.verified.asked, [{ size: '16', kernels: [{ name: 'tile-8', cases: 27 }], messages: [] }, { size: '33x1x65', kernels: [{ name: 'tile-8', cases: 27 }], messages: [] }]);
    expect('a first run', right.kept, null);
    const others = [16, 32].map((n) => ({ kernel: `tile-${n}` }));
    for (const other of others) expect(`a first run of ${other.kernel}`, (await ask(other.kernel, other)).kept, null);
    for (const other of others) expect(`${other.kernel} again`, (await ask(`${other.kernel} again`, other)).kept, 'counts');
    const again = await ask('the same again', { sizes: ['16', '33x1x65'] });
    expect('the same again', [again.kept, again.counted, again.verified.asked], ['counts', { ...right.counted, ms: again.counted.ms }, right.verified.asked]);
    expect('another size', (await ask('the same at another size', { count: [64, 64, 64] })).kept, 'program');
    const prints = await ask('a kernel that prints', {}, original.replace('float acc = 0.0f;', 'float acc = 0.0f;\n    if (row + col == 0) printf("%d", M);'));
    expect('a kernel that prints', [prints.counted?.rows.map(({ op, requests }) => [op, requests]), prints.verified?.kernels, prints.counted?.printed], [right.counted.rows.map(({ op, requests }) => [op, requests]), right.verified.kernels, '128']);
    for (const [what, words, sentence] of [['an array of 2 GB', 'volatile char huge[2000000000u]; huge[0] = 1;', /memory enough/], ['brackets', `acc += ${'('.repeat(2000)}1${')'.repeat(2000)};`, /^\d+: bracket nesting/], ['a long sum', `acc += ${'1 + '.repeat(50000)}1;`, /nested too deep/]]) {
      const told = await ask(what, {}, original.replace('float acc = 0.0f;', `float acc = 0.0f;\n    ${words}`));
      if (!sentence.test(told.said)) faults.push(`${what}: ${told.said}`);
    }
    expect('another text', (await ask('one line changed', {}, original.replace('float acc = 0.0f;', 'float acc = 0.0f;;'))).kept, null);
    const ragged = original.indexOf('__syncthreads', original.indexOf('//> the ragged tile first')), wrong = `${original.slice(0, ragged)}//${original.slice(ragged)}`;
    const race = await ask('without a barrier of the ragged tile', { sizes: ['16'] }, wrong);
    if (!/race: tiled<8>/.test(race.said)) faults.push(`without a barrier: ${race.said}`);
    expect('at 16 that is right', race.failed?.asked, [{ size: '16', kernels: [{ name: 'tile-8', cases: 27 }], messages: [] }]);
    for (const [size, sentence] of [['twelve', "0: bad size 'twelve': write N or MxNxK, like 4096 or 64x33x17"], ['4096', '0: 4096x4096x4096 is too large to verify on a CPU; a GPU can'],
      ['5000x5000x1', '0: 5000x5000x1 takes more memory than a page has: make lens has more']]) expect(size, (await ask(size, { sizes: [size] })).said, sentence);
    const latency = readFileSync(`${root}/code/latency.cu`, 'utf8');
    if (!/uninitialised read: .* a page has pointers of four bytes/.test((await ask('a pointer of eight bytes', { stem: 'latency', kernel: null, files: { 'code/latency.cu': latency } })).said)) faults.push('a pointer of eight bytes');
    ok('programs and counts are kept, and sizes are verified that are asked', faults.concat(page.faults));
    await page.context().close();
    await site.close();
  },

  // On a site the browser keeps what Run loaded. (On localhost it does not: so this test goes by the number.)
  async offline() {
    const version = Buffer.from(readFileSync(`${built}/play/sw.js`, 'utf8').replace('@version@', '1')), faults = [];
    const site = await host({ ...FAKE, '/sw.js': version }), page = await opened(site, 'tiling.html', {}, '127.0.0.1');
    if (site.asked.some((path) => /sw\.js|play/.test(path))) faults.push('who reads is given a service worker');
    await start(page);
    await go(page);
    const asked = site.asked.filter((path) => path === '/play/worker.js').length;
    if (asked !== 1) faults.push(`the worker is asked for ${asked} times`);
    await page.waitForTimeout(300);
    await site.close();
    await page.reload().catch((e) => faults.push(`without network there is no page: ${e.message.split('\n')[0]}`));
    await start(page).then(() => go(page)).catch((e) => faults.push(`without network: ${e.message.split('\n')[0]}`));
    if (!faults.length && !/is right/.test(await says(page))) faults.push(await says(page));
    if (!faults.length && await page.evaluate(() => getComputedStyle(document.body).display) !== 'block') faults.push('without style');
    ok('on a site it runs without network, once it has run', faults.concat(page.faults));
    await page.context().close();
  },

  // On a phone Run and what it says stay in view, and lead to what came.
  async phone() {
    const site = await host(FAKE), page = await opened(site, 'tiling.html', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }), faults = [];
    const seen = (selector) => page.$eval(selector, (e) => { const { top, bottom } = e.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; });
    await page.tap(`${LISTING} button.run`);
    await page.waitForSelector('.play .cm-content');
    if (await page.$eval('.play .editor', (e) => e.getBoundingClientRect().top > innerHeight * 0.6)) faults.push('the editor opens below the window');
    await type(page, 'float acc = 0.0f;', '\n    // @half\n');
    for (const place of ['.play .cm-scroller', '.play .keys', '.play .results']) {
      await page.$eval(place, (e) => e.scrollIntoView({ block: 'end' }));
      if (!await seen('.play .go') || !await seen('.play .status')) faults.push(`at ${place} Run is not in view`);
    }
    await page.tap('.play .go');
    await ends(page);
    if (!await seen('.play .status') || await seen('.play .counts')) faults.push('the verdict is not in view, or the counts are: nothing is asked here');
    if (await page.textContent('.play .jump') !== 'Counts') faults.push(await page.textContent('.play .jump'));
    await page.tap('.play .jump');
    if (!await seen('.play .counts > p') || !await page.evaluate(() => document.activeElement.matches('.results'))) faults.push('the way to the counts does not lead there');
    const covered = await page.evaluate(() => document.querySelector('.play .dock').getBoundingClientRect().bottom - document.querySelector('.play .counts > p').getBoundingClientRect().top);
    if (covered > 0) faults.push(`the bar covers ${covered} px of the counts`);
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) faults.push('the page is too wide');
    ok('on a phone Run, its verdict and the way to the counts stay in view', faults.concat(page.faults));
    await page.context().close();

    // Where pages scroll smoothly the way to the editor does not end half-way, and an exercise's counts have the whole width.
    const smooth = await opened(site, 'tiling.html', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'no-preference' }), cut = [];
    const box = '[id="ex:tiling-one-barrier"]';
    await smooth.tap(`${box} button.run`);
    await smooth.waitForSelector('.play .cm-content');
    await smooth.waitForTimeout(1000);
    const top = await smooth.$eval('.play .editor', (e) => e.getBoundingClientRect().top);
    if (top < 0 || top > 0.6 * 844) cut.push(`the editor of an exercise opens at ${Math.round(top)} of 844 px`);
    await smooth.tap('.play .go');
    await ends(smooth);
    const over = await smooth.$eval('.play .counts .scroll', (e) => e.scrollWidth - e.clientWidth);
    if (over > 0) cut.push(`${over} px of the counts are cut off`);
    if (!await smooth.$eval('.play .status', (e) => e.scrollHeight <= e.clientHeight + 1)) cut.push('the verdict is cut off');
    ok('on a phone an exercise opens with its editor, and its counts fit', cut.concat(smooth.faults));
    await smooth.context().close();
    await site.close();
  },

  // What a screen reader has, by the browser's own tree.
  async tree() {
    const site = await host(FAKE), page = await opened(site, 'tiling.html'), faults = [];
    const session = await page.context().newCDPSession(page);
    const tree = async () => (await session.send('Accessibility.getFullAXTree')).nodes.filter((node) => !node.ignored).map((node) => `${node.role?.value} ${node.name?.value || ''}`);
    const has = async (what, ...wanted) => { const all = await tree(); for (const one of wanted) if (!all.some((node) => one.test(node))) faults.push(`${what}: the tree has no ${one}`); };
    await page.focus(`${LISTING} button.run`);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.play .cm-content');
    await type(page, 'float acc = 0.0f;', '\n    int x = 1 @syntax');
    await page.focus('.play .cm-content');
    await page.keyboard.press('Control+Enter');
    await ends(page);
    if (!/compiler does not take it\. Line 23: expected ';' after expression\.$/.test(await says(page))) faults.push(`the status says ${await says(page)}`);
    await has('an error', /^status/, /^list Problems/, /^button Line 23$/, /^note Error in line 23: expected ';'/, /^button Problems$/);
    if (await page.getAttribute('.play .cm-content', 'aria-invalid') !== 'true') faults.push('the editor is not said to hold an error');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F8');
    if (!/@syntax/.test(await page.textContent('.cm-activeLine'))) faults.push('F8 does not lead to the error');
    await page.focus('.play .jump');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    if (!await page.evaluate(() => document.activeElement.matches('.cm-content')) || !/@syntax/.test(await page.textContent('.cm-activeLine'))) faults.push('the list of problems does not lead to the line');
    for (const press of ['F8', 'Escape', 'Shift+Tab']) await page.keyboard.press(press);
    if (await page.evaluate(() => document.activeElement.matches('.cm-content'))) faults.push('at a problem Escape and Shift+Tab do not leave the editor');
    await page.click('.play .tools button:has-text("Reset")');
    if (await page.getAttribute('.play .cm-content', 'aria-invalid') !== 'false' || await page.$('.cm-problem')) faults.push('Reset leaves the error');
    await type(page, 'float acc = 0.0f;', '\n    // @half\n');
    await go(page);
    await has('counts', /^status/, /^note Line 42 asks: load 65,536 wavefronts, was 131,072$/, /^region Counts$/, /^button Line 42$/, /^button Counts$/);
    ok('who hears the page has problems and counts with their lines', faults.concat(page.faults));
    await page.context().close();
    await site.close();
  },

  // A unit's starter is opened, changed and saved, under its own name.
  async unit() {
    const site = await host(FAKE), page = await opened(site, 'tiling.html'), faults = [];
    const starter = spawnSync('awk', ['-f', 'course/program.awk', 'course/units/tiling/unit', 'code/tiling.cu'], { cwd: root }).stdout.toString().replaceAll('@T@', '24');
    await start(page);
    const open = (name, text) => page.setInputFiles('.play input[type=file]', { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await open('notes.txt', 'no program');
    await page.waitForFunction(() => /notes\.txt is no program/.test(document.querySelector('.play .status').textContent)).catch(() => faults.push('any file is taken'));
    await open('mine.cu', starter);
    await page.waitForFunction(() => document.querySelector('.play select').value === 'tiled').catch(() => faults.push('the starter’s kernel is not chosen'));
    const saved = async () => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('.play .tools button:has-text("Save")')]);
      return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')];
    };
    const [name, text] = await saved();
    if (name !== 'mine.cu' || text !== starter) faults.push('what is saved is not what was opened');
    if (!/make try U=mine/.test(await says(page))) faults.push(await says(page));
    await type(page, '/* YOURS', '\n/* mine */');
    await page.waitForTimeout(500);
    await page.reload();
    await start(page);
    const [again, changed] = await saved();
    if (again !== 'mine.cu' || changed.replace('\n/* mine */', '') !== starter || changed === starter) faults.push('a change to it, or its name, is not kept');
    await page.click('.play .tools button:has-text("Reset")');
    if ((await saved())[0] !== 'tiling.cu') faults.push('Reset keeps the name');
    ok('a unit’s starter is opened, changed and saved as the grader takes it', faults.concat(page.faults));
    await page.context().close();
    await site.close();
  },

  // The kernel on the first page: one click from the first window, and nothing before it.
  async front() {
    const site = await host(FAKE), faults = [];
    for (const [look, options] of [['1280', { viewport: { width: 1280, height: 800 } }], ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]]) {
      const page = await opened(site, 'index.html', options);
      const run = page.locator('.listing[data-run] button.run, a.run').first();
      const { top, bottom } = await run.evaluate((e) => e.getBoundingClientRect().toJSON());
      if (top < 0 || bottom > options.viewport.height) faults.push(`${look}: Run is at ${Math.round(top)} of ${options.viewport.height} px`);
      if (site.asked.some((path) => path.includes('play'))) faults.push(`${look}: it asks for ${site.asked}`);
      await run.click();
      await page.waitForSelector('.play .cm-content');
      if (!/code\/naive\.cu/.test(await page.getAttribute('.play .cm-content', 'aria-label'))) faults.push(`${look}: another program`);
      await page.context().close();
      site.asked.length = 0;
    }
    ok('on the first page a kernel runs, one click from the first window', faults);
    await site.close();
  },

  async keys() {
    const site = await host(FAKE), page = await opened(site, 'tiling.html'), faults = [];
    await page.focus(`${LISTING} button.run`);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.play .cm-content');
    await page.waitForFunction(() => /Ctrl\+Enter loads 27 MB and runs it/.test(document.getElementById('play-keys').textContent)).catch(() => faults.push('Ctrl+Enter loads without having said so'));
    const at = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') || document.activeElement.textContent.slice(0, 20));
    const seen = [];
    for (let i = 0; i < 20 && !/^The program/.test(seen.at(-1) || ''); i++) { await page.keyboard.press('Tab'); seen.push(await at()); }
    if (!/^The program code\/tiling\.cu/.test(seen.at(-1))) faults.push(`Tab leads over ${seen.join(', ')}`);
    await page.keyboard.press('Tab');
    if (!/^The program/.test(await at())) faults.push('in the editor Tab does not indent');
    await page.keyboard.type('/ n');
    if (await page.$('dialog.search[open]') || !/\/ n/.test(await page.textContent('.cm-content'))) faults.push('what is typed goes to the search');
    await page.keyboard.press('Control+Enter');
    await page.waitForFunction(() => /is right/.test(document.querySelector('.play .status').textContent));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    if (/^The program/.test(await at())) faults.push('Escape and Tab do not leave the editor');
    ok('the keyboard alone does it', faults.concat(page.faults));
    await page.context().close();
    await site.close();
  },
};

for (const entry of Object.entries(tests)) if (only.test(entry[0])) await run(entry);
await end();
