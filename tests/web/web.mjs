// web.mjs FOLDER: asks of the pages in a folder, in a real browser, what only a browser can
// tell. Says TAP. NODE_PATH-less: run from where node_modules is (build/web).
import { axe, browser, built, end, folder, host, ok, only, run, skip, start } from './browser.mjs';
import { createRequire } from 'node:module';
import { readFileSync, readdirSync, existsSync, writeFileSync } from 'node:fs';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const pages = readdirSync(folder).filter((name) => name.endsWith('.html'));
const chapters = pages.filter((name) => readFileSync(`${folder}/${name}`, 'utf8').includes('class="listing"'));
const address = (name) => pathToFileURL(`${folder}/${name}`).href;

async function opened(options, name) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (e) => page.faults.push(`script: ${e.message}`));
  page.on('request', (r) => { if (!/^(file|data|blob):/.test(r.url())) page.faults.push(`request: ${r.url()}`); });
  // (A style sheet that is asked for twice is given up once.)
  page.on('requestfailed', (r) => { if (!existsSync(fileURLToPath(r.url()))) page.faults.push(`missing: ${r.url()}`); });
  if (name) await page.goto(address(name));
  return page;
}

// In the browser: what cannot break on paper and is higher than `most`, as [height, name]. What goes
// with it: what stands before it and must not end a page, and the first lines of what must not begin one.
function units(most) {
  const box = (e) => e.getBoundingClientRect(), style = (e) => getComputedStyle(e), out = [];
  const flows = (e) => e && style(e).display !== 'none' && style(e).float === 'none' && box(e).height > 0;
  const beside = (e, way) => { // the next or the one before that takes room
    for (let s = e[way]; s; s = s[way]) if (flows(s)) return s;
    const p = e.parentElement;
    return p && !p.matches('main, .part, body') && style(p).display !== 'table' ? beside(p, way) : null;
  };
  const least = (e) => { // of the next block, how much cannot be parted from what is before it
    if (style(e).breakInside === 'avoid' || /^(svg|img|math|tr)$/i.test(e.tagName)) return box(e).height;
    const child = [...e.children].find((c) => flows(c) && !/^inline/.test(style(c).display));
    const s = style(e), line = parseFloat(s.lineHeight) || 1.4 * parseFloat(s.fontSize), lines = Math.round(box(e).height / line);
    return child && box(child).top - box(e).top < line ? least(child) : Math.min(box(e).height, line * (lines < +s.orphans + +s.widows ? lines : +s.orphans));
  };
  const avoids = (e, side, inner) => { // it, or the first or last in it, must stay with its neighbour
    for (let x = e; x; x = [...x.children].filter(flows).at(inner)) if (style(x)[side] === 'avoid') return true;
    return false;
  };
  const walk = (e) => {
    if (!flows(e) || e.matches('.title-page')) return; // a title page is one page
    if (style(e).breakInside !== 'avoid' && !/^svg$/i.test(e.tagName)) { for (const child of e.children) walk(child); return; }
    let top = box(e).top, bottom = box(e).bottom;
    for (let b = e, p; (p = beside(b, 'previousElementSibling')) && (avoids(p, 'breakAfter', -1) || avoids(b, 'breakBefore', 0)); b = p) {
      top = avoids(p, 'breakAfter', -1) ? box(p).top : box(p).bottom - least(p);
      if (!avoids(p, 'breakAfter', -1)) break;
    }
    for (let b = e, n; (n = beside(b, 'nextElementSibling')) && (avoids(n, 'breakBefore', 0) || avoids(b, 'breakAfter', -1)); b = n) {
      bottom = box(n).top + least(n);
      if (least(n) < box(n).height - 1) break;
    }
    if (bottom - top > most) {
      const near = e.closest('[id]:not(main, body)') || e.closest('.part') || e.parentElement;
      out.push([bottom - top, `${e.tagName.toLowerCase()}${e.className.baseVal === undefined && e.className ? '.' + e.className.replace(/ /g, '.') : ''} of #${near.id || near.className}, "${e.textContent.trim().slice(0, 30)}",`]);
    }
  };
  walk(document.querySelector('main') || document.body);
  return out;
}

const tests = {
  // From a file a page shows itself in three tenths of a second. What else the machine does can only delay it: so a
  // page is asked up to five times, and what counts is its fastest paint, or its work, in time of the processor.
  async paint() {
    const most = 300, faults = [];
    let slowest = 0;
    for (const name of pages) {
      let best = Infinity;
      for (let i = 0; i < 5 && best > most; i++) {
        const page = await opened({ reducedMotion: 'no-preference' }), session = await page.context().newCDPSession(page);
        await session.send('Performance.enable', { timeDomain: 'threadTicks' });
        await page.goto(address(name));
        const painted = await page.evaluate(async () => {
          const first = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
          while (!first()) await new Promise((done) => requestAnimationFrame(done));
          return first();
        });
        const { metrics } = await session.send('Performance.getMetrics');
        best = Math.min(best, painted, 1000 * metrics.find((m) => m.name === 'TaskDuration').value);
        await page.context().close();
      }
      if (best > most) faults.push(`${name}: ${Math.round(best)} ms, at best`);
      slowest = Math.max(slowest, best);
    }
    ok(`each of ${pages.length} pages shows itself in ${most} ms, the slowest in ${Math.round(slowest)}`, faults);
  },

  // No violation that axe knows of, in dark none of colour, at other widths none of what a width
  // can change; no script fails, nothing is asked of the network.
  async axe() {
    const LOOKS = [
      ['light', 1280, {}],
      ['dark', 1280, { runOnly: ['color-contrast', 'link-in-text-block'] }],
      ['forced', 1280, { runOnly: ['color-contrast', 'link-in-text-block', 'aria-hidden-focus'] }],
      ...[320, 1920].map((width) => ['wide', width, { runOnly: ['scrollable-region-focusable', 'target-size', 'aria-hidden-focus', 'landmark-unique',
        'landmark-one-main', 'region', 'skip-link', 'link-name', 'button-name', 'label'] }]),
    ];
    const faults = { light: [], dark: [], forced: [], wide: [] }, page = await opened({ bypassCSP: true });
    for (const name of pages) {
      await page.goto(address(name));
      await page.evaluate(axe);
      for (const [look, width, rules] of LOOKS) {
        await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light', forcedColors: look === 'forced' ? 'active' : 'none' });
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate((open) => {
          if (open) document.querySelectorAll('details').forEach((d) => { d.open = true; });
          return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        }, look === 'wide');
        const found = await page.evaluate((rules) => window.axe.run(document, { resultTypes: ['violations'], ...rules }), rules);
        for (const v of found.violations) {
          faults[look].push(`${name} at ${width}: ${v.id}, ${v.nodes.length} times: ${v.nodes[0].target} ${v.nodes[0].failureSummary?.split('\n')[1]?.trim()}`);
        }
      }
    }
    ok(`axe finds nothing in ${pages.length} pages, in light`, faults.light);
    ok('nor in dark', faults.dark);
    ok('nor with forced colours', faults.forced);
    ok('nor at 320 and at 1920', faults.wide);
    ok('no page fails or asks for what is not there', page.faults);
    await page.context().close();
  },

  // Where a script adds a button above the text, its place was kept, also on a slow phone.
  async steady() {
    const faults = [], page = await opened({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await page.addInitScript(() => {
      window.moved = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((e) => { window.moved += e.value; })).observe({ type: 'layout-shift', buffered: true });
    });
    await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
    for (const name of pages) {
      await page.goto(address(name), { waitUntil: 'load' });
      await page.waitForTimeout(100);
      const moved = await page.evaluate(() => window.moved);
      if (moved > .1) faults.push(`${name}: ${moved.toFixed(3)} of the window moves`);
    }
    ok('less than a tenth of a window moves while a page comes', faults);
    await page.context().close();
  },

  async width() {
    const page = await opened({}), faults = [];
    for (const name of pages) {
      await page.goto(address(name));
      for (const width of [320, 390, 600, 768, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) {
          const who = await page.evaluate(() => {
            const wide = [...document.querySelectorAll('main *')].find((e) => {
              const r = e.getBoundingClientRect();
              if (r.right <= innerWidth + 1 || !r.width) return false;
              for (let p = e.parentElement; p; p = p.parentElement) if (getComputedStyle(p).overflowX !== 'visible') return false;
              return true;
            });
            return wide ? `${wide.tagName}.${wide.getAttribute('class')}: ${wide.textContent.slice(0, 40)}` : '?';
          });
          faults.push(`${name} at ${width}: ${over} px too wide: ${who}`);
        }
      }
    }
    ok('no page is wider than its window, 320 to 1920', faults.splice(0));
    await page.context().close();
    // A reader whose browser has letters of twice the size.
    const large = await start('--blink-settings=defaultFontSize=32,defaultFixedFontSize=26');
    const other = await large.newPage({ viewport: { width: 1280, height: 900 } });
    for (const name of pages) {
      await other.goto(address(name));
      const [size, over] = await other.evaluate(() => [parseFloat(getComputedStyle(document.querySelector('main')).fontSize),
        document.documentElement.scrollWidth - innerWidth]);
      if (size < 32) faults.push(`${name}: its letters stay at ${size} px`);
      if (over > 0) faults.push(`${name}: ${over} px too wide`);
    }
    await large.close();
    ok('nor with letters of twice the size', faults);
  },

  // Tab reaches everything and is never caught; what has the focus shows it and is in view.
  async keyboard() {
    const page = await opened({}, chapters[0]), faults = [], seen = [];
    for (let i = 0; i < 400; i++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(async () => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const e = document.activeElement;
        if (!e || e === document.body) return null;
        const r = e.getBoundingClientRect(), s = getComputedStyle(e);
        return { what: `${e.tagName} ${e.getAttribute('href') || e.textContent.slice(0, 20)}`, shown: s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0,
          where: [r.top, r.bottom, r.width, innerHeight].map(Math.round).join(" "), inside: r.bottom > 0 && r.top < innerHeight && r.width > 0 };
      });
      if (!at) break;
      seen.push(at.what);
      if (!at.shown) faults.push(`no outline: ${at.what}`);
      if (!at.inside) faults.push(`out of view: ${at.what} ${at.where}`);
    }
    if (!/#main/.test(seen[0])) faults.push(`the first stop is ${seen[0]}`);
    if (!/cite/.test(seen.at(-1))) faults.push(`the last stop is ${seen.at(-1)}`);
    ok(`the keyboard walks through a chapter in ${seen.length} stops`, faults);
    await page.context().close();
  },

  async search() {
    const page = await opened({}, chapters[0]);
    const found = async (words) => {
      await page.fill('dialog.search input', words);
      await page.waitForFunction(() => document.querySelector('dialog.search [role=status]').textContent);
      return page.$$eval('dialog.search li a', (all) => all.map((a) => a.innerText + ' ' + a.getAttribute('href')));
    };
    const before = await page.evaluate(() => typeof window.MiniSearch);
    ok('the library waits until it is needed', before === 'undefined' ? [] : [before]);
    await page.keyboard.press('/');
    await page.waitForFunction(() => window.MiniSearch);
    await page.waitForTimeout(200);
    const faults = [];
    const term = await page.evaluate(() => {
      const link = document.querySelector('a.term');
      return link && link.getAttribute('href').replace(/.*#term-/, '').replace(/-/g, ' ');
    });
    const one = await found(term);
    if (!/^Glossary/.test(one[0] || '')) faults.push(`${term}: the first is ${one[0]}`);
    // Every term of the glossary: a place that is called so comes first, and says where the words are.
    const terms = [...readFileSync(`${folder}/glossary.html`, 'utf8').matchAll(/<dt><span id="term-[^>]*>([^<&]*)</g)].map((m) => m[1]);
    const firsts = await page.evaluate((words) => words.map((word) => {
      const input = document.querySelector('dialog.search input');
      input.value = word;
      input.dispatchEvent(new Event('input'));
      return document.querySelector('dialog.search li a')?.innerText || '';
    }), terms);
    terms.forEach((word, i) => {
      if (!firsts[i].toLowerCase().includes(`\n${word.toLowerCase()}`)) faults.push(`${word}: the first is ${firsts[i]}`);
    });
    if (terms.length < 40) faults.push(`the glossary has ${terms.length} terms`);
    // Every figure, table, listing and exercise, by its number and by its words; every kernel of the book's tables.
    const places = [...readFileSync(`${folder}/lists.html`, 'utf8').matchAll(/<a aria-label="([^"]*)" href="([^"]*)">[^<]*<\/a><\/span> <span>([^<]*)(?:<span class="where">([^<]*\.(?:cu|h):[^<]*))?/g)]
      .flatMap(([, called, href, words, where]) => [[called, href], [[words, where].join(' ').replace(/&quot;/g, '"').replace(/&[a-z#0-9]+;/g, ' '), href]]);
    const tables = `${built}/../data/lens/tables`, said = chapters.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('');
    const kernels = readdirSync(tables).flatMap((name) => readFileSync(`${tables}/${name}`, 'utf8').split('\n'))
      .map((line) => line.split(' ')[0]).filter((name) => /^[a-z]/.test(name) && said.includes(`>${name}<`));
    const missed = await page.evaluate(({ places, kernels }) => {
      const input = document.querySelector('dialog.search input');
      const top = (words) => {
        input.value = words;
        input.dispatchEvent(new Event('input'));
        return [...document.querySelectorAll('dialog.search li a')].slice(0, 3);
      };
      return places.filter(([words, href]) => !top(words).some((a) => a.getAttribute('href') === href)).map(([words, href]) => `${words}: ${href} is not among the first three`)
        .concat(kernels.filter((word) => !top(word).some((a) => a.innerText.toLowerCase().includes(word))).map((word) => `${word}: no place of the first three names it`));
    }, { places, kernels });
    faults.push(...missed);
    if (places.length < 400 || kernels.length < 100) faults.push(`the book has ${places.length / 2} places and ${kernels.length} kernels`);
    const heading = await page.$eval('h2', (h) => h.firstChild.textContent);
    const two = await found(heading);
    if (!two.slice(0, 3).some((text) => text.includes(heading))) faults.push(`${heading}: not among the first three`);
    const three = await found('__syncthreads');
    if (!three.some((text) => text.startsWith('Listing'))) faults.push('__syncthreads: no listing has it');
    const shown = await page.$$eval('dialog.search li', (all) => all.filter((li) => !li.querySelector('.passage mark, b mark')).length);
    if (shown) faults.push(`${shown} places do not show why they were found`);
    const none = await found('xyzzyplugh');
    if (none.length) faults.push('xyzzyplugh is found');
    ok(`terms come first, ${places.length / 2} figures and other places and ${kernels.length} kernels among the first three`, faults);

    const walk = [];
    await found(term);
    await page.keyboard.press('ArrowDown');
    if (!await page.evaluate(() => document.activeElement.matches('dialog.search li:first-child a'))) walk.push('down does not lead to the first place');
    await page.keyboard.press('ArrowUp');
    if (!await page.evaluate(() => document.activeElement.matches('dialog.search input'))) walk.push('up does not lead back');
    await page.evaluate(axe);
    const seen = await page.evaluate(() => window.axe.run('dialog.search', { resultTypes: ['violations'] }));
    for (const v of seen.violations) walk.push(`axe: ${v.id}: ${v.nodes[0].target}`);
    await page.keyboard.press('Escape');
    if (await page.$('dialog.search[open]')) walk.push('Escape does not close it');
    await page.keyboard.press('/');
    await found(term);
    await page.keyboard.press('Enter');
    await page.waitForURL(/glossary\.html#term-/, { timeout: 5000 }).catch(() => walk.push(`Enter leads to ${page.url()}`));
    ok('the keyboard alone does it, and axe finds nothing in it', walk);
    ok('no script fails meanwhile', page.faults);
    await page.context().close();
  },

  // What a link of the text leads to shows itself beside the link, for a pointer, the keyboard and a finger, from this page and from
  // others; a page opened as a file shows what a link says of itself, or follows it. Before a link is asked nothing is loaded.
  async peek() {
    const site = await host(), faults = [];
    const url = (name) => `http://localhost:${site.port}/${name}`;
    const texts = chapters.map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8').replace(/^.*<main/s, '').replace(/<details.*?<\/details>|<section class="open".*?<\/section>/gs, '')]);
    const first = (pattern) => {
      const found = texts.find(([, text]) => pattern.test(text));
      if (!found) throw new Error(`no page has ${pattern}`);
      return [found[0], pattern.exec(found[1])[1]];
    };
    const text = (href) => `main :is(p, li) > a[href="${href}"]:not(.anchor)`;
    const shown = (page) => page.evaluate(() => { const e = document.querySelector('.peek:not([hidden])'); return e && e.innerText; });
    const wait = (page, hidden) => page.waitForSelector(hidden ? '.peek[hidden]' : '.peek:not([hidden])', { state: 'attached', timeout: 3000 }).then(() => true, () => false);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', bypassCSP: true });
    const page = await context.newPage();
    page.on('pageerror', (e) => faults.push(`script: ${e.message}`));
    for (const [kind, pattern, wants] of [
      ['a figure', /<a href="(#fig:[^"]*)"/, /Figure/], ['a listing', /<a href="(#lst:[^"]*)"/, /Listing/],
      ['a table', /<a href="(#tbl:[^"]*)"/, /Table/], ['an exercise', /<a href="(#ex:[^"]*)">/, /exercise/i],
      ['a source', /<a href="(#ref-[^"]*)"/, /\d{4}|n\.d\./], ['a term', /<a href="(glossary\.html#term-[^"]*)"/, /\w/],
      ['a section elsewhere', /<a href="([a-z0-9-]*\.html#[a-z0-9:-]*)" title="[^"]*">§/, /\w/], ['a figure elsewhere', /<a href="([a-z0-9-]*\.html#fig:[^"]*)"/, /Figure/],
      ['a rule elsewhere', /<a href="([a-z0-9-]*\.html#rule:[^"]*)"/, /rule/i],
    ]) {
      const [name, href] = first(pattern);
      await page.mouse.move(0, 0); // else a link of the next page may come under the pointer
      site.asked.length = 0;
      await page.goto(url(name));
      if (site.asked.some((path) => /peek/.test(path)) || site.asked.filter((path) => /html$/.test(path)).length > 1) faults.push(`${name}: it loads ${site.asked}`);
      const link = page.locator(`main a[href="${href}"]:not(.anchor)`).first();
      await link.scrollIntoViewIfNeeded();
      await link.hover();
      if (!await wait(page)) { faults.push(`${name}: ${href}, ${kind}: nothing is shown`); continue; }
      if (!wants.test(await shown(page))) faults.push(`${name}: ${href}, ${kind}: it shows ${(await shown(page)).slice(0, 60)}`);
      const state = await page.evaluate(() => {
        const box = document.querySelector('.peek'), r = box.getBoundingClientRect(), ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
        return { inside: r.left >= 0 && r.right <= innerWidth && r.top >= 0 && r.bottom <= innerHeight, role: box.getAttribute('role'),
          twice: ids.find((id, i) => ids.indexOf(id) !== i), stops: box.querySelectorAll('a, button, input, [tabindex], details').length,
          described: !!document.getElementById(document.querySelector('main a[aria-describedby^=peek]')?.getAttribute('aria-describedby'))?.textContent };
      });
      if (!state.inside || state.role !== 'tooltip' || state.twice || state.stops || !state.described) faults.push(`${name}: ${href}, ${kind}: ${JSON.stringify(state)}`);
    }
    // The last one is open: the pointer may go into it, and Escape closes it without a move of the pointer.
    const r = await page.locator('.peek').boundingBox();
    await page.mouse.move(r.x + r.width / 2, r.y + r.height / 2, { steps: 4 });
    await page.waitForTimeout(600);
    if (!await shown(page)) faults.push('it goes when the pointer comes');
    await page.evaluate(axe);
    const seen = await page.evaluate(() => window.axe.run('.peek', { resultTypes: ['violations'] }));
    for (const v of seen.violations) faults.push(`axe: ${v.id}: ${v.nodes[0].target}`);
    await page.keyboard.press('Escape');
    if (await shown(page)) faults.push('Escape does not close it');
    const [name, href] = first(/<a href="(#fig:[^"]*)"/);
    await page.goto(url(name));
    await page.locator(text(href)).first().evaluate((a) => { const before = document.createElement('button'); before.textContent = 'x'; a.before(before); before.focus(); });
    await page.keyboard.press('Tab');
    if (!await wait(page)) faults.push('the keyboard shows nothing');
    await page.keyboard.press('Shift+Tab');
    if (!await wait(page, true)) faults.push('it stays when the focus leaves');
    await page.keyboard.press('Tab');
    await wait(page);
    await page.emulateMedia({ media: 'print' });
    if (await page.evaluate(() => getComputedStyle(document.querySelector('.peek')).display) !== 'none') faults.push('it is printed');
    await context.close();
    ok('a link of the text shows what it leads to', faults.splice(0));

    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
    const small = await phone.newPage();
    for (const [pattern, kind] of [[/<a href="(#fig:[^"]*)"/, 'here'], [/<a href="([a-z0-9-]*\.html#fig:[^"]*)"/, 'elsewhere']]) {
      const [at, to] = first(pattern), link = () => small.locator(`main a[href="${to}"]:not(.anchor)`).first();
      await small.goto(url(at));
      await link().tap();
      if (!await wait(small)) { faults.push(`${kind}: a finger sees nothing`); continue; }
      const state = await small.evaluate(() => ({ role: document.querySelector('.peek').getAttribute('role'), name: document.querySelector('.peek').getAttribute('aria-label'),
        focus: document.activeElement.className, wide: document.documentElement.scrollWidth - innerWidth }));
      if (state.role !== 'dialog' || !state.name || !/peek/.test(state.focus) || state.wide > 0 || small.url() !== url(at)) faults.push(`${kind}: ${JSON.stringify(state)} at ${small.url()}`);
      await small.locator('.peek button').tap();
      if (await shown(small) || !await link().evaluate((a) => a === document.activeElement)) faults.push(`${kind}: Close does not lead back to the link`);
      await link().tap();
      await wait(small);
      await small.locator('.peek .go a').tap();
      await small.waitForURL(url(to.startsWith('#') ? at + to : to), { timeout: 3000 }).catch(() => faults.push(`${kind}: Go there leads to ${small.url()}`));
    }
    const [from, way] = first(/<a href="([a-z0-9-]*\.html#fig:[^"]*)"/);
    await small.goto(address(from));
    await small.locator(`main a[href="${way}"]`).first().tap();
    await small.waitForURL(new RegExp(way.replace(/.*#/, '#')), { timeout: 3000 }).catch(() => faults.push(`a file: a touch leads to ${small.url()}`));
    await small.goto(address(from));
    const meaning = await small.locator('main a.term').first().getAttribute('title');
    await small.locator('main a.term').first().tap();
    if (!await wait(small) || !(await shown(small)).includes(meaning)) faults.push(`a file: of a term it shows ${await shown(small)}`);
    await phone.close();
    await site.close();
    ok('under a finger too, with the way there, and from a file as far as that goes', faults);
  },

  async theme() {
    const page = await opened({ colorScheme: 'light' }, pages[0]), faults = [];
    await page.click('button.theme');
    const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto(address(chapters[0]));
    if (await page.evaluate(() => getComputedStyle(document.body).backgroundColor) !== dark) faults.push('the next page is light again');
    ok('a theme is kept from page to page', faults);
    await page.context().close();
  },

  async players() {
    const faults = [];
    let players = 0;
    const page = await opened({});
    for (const name of pages.filter((p) => readFileSync(`${folder}/${p}`, 'utf8').includes('class="player"'))) {
      await page.goto(address(name));
      for (const player of await page.$$('.player')) {
        players += 1;
        const shown = () => player.evaluate((p) => p.querySelector('output').textContent + [...p.querySelectorAll('svg.wide [data-step]')].map((g) => g.getAttribute('display')));
        const first = await shown();
        await (await player.$('button[aria-label="Step on"]')).click();
        const second = await shown();
        if (first === second) faults.push(`${name}: a player does not step`);
        await player.$eval('button[aria-label="Step back"]', (b) => b.click());
        if (await shown() !== first) faults.push(`${name}: a player does not step back`);
      }
    }
    ok(`all ${players} players step`, faults.concat(page.faults));
    await page.context().close();
  },

  // Under a finger a listing has its copy button, and what is copied is code: no line numbers.
  async touch() {
    const page = await opened({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } }, chapters[0]), faults = [];
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const button = await page.$('.listing button.copy');
    const seen = await button.evaluate((b) => [+getComputedStyle(b).opacity, b.getBoundingClientRect().height]);
    if (seen[0] < 1 || seen[1] < 24) faults.push(`the button is ${seen[1]} px high, its opacity ${seen[0]}`);
    await button.tap();
    await page.waitForFunction(() => document.querySelector('button.copy').textContent === 'Copied').catch(() => faults.push('it does not say that it has'));
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const shown = await page.$eval('.listing pre', (pre) => pre.innerText.trim().split('\n').length);
    if (copied.trim().split('\n').length !== shown) faults.push(`of ${shown} lines it copies ${copied.split('\n').length}`);
    if (/^\s*\d+\s/m.test(copied) || !/[;{]/.test(copied)) faults.push(`it copies: ${copied.slice(0, 60)}`);
    ok('a listing can be copied on a phone, without its numbers', faults);
    await page.context().close();
  },

  // Folded lines of a listing open by a click and by the keyboard, without script too; what is copied is what is shown.
  async folds() {
    const name = chapters.find((n) => readFileSync(`${folder}/${n}`, 'utf8').includes('<label class="fold">')), faults = [];
    for (const javaScriptEnabled of [true, false]) {
      const page = await opened({ javaScriptEnabled }, name);
      const listing = page.locator('.listing:has(label.fold)').first(), lines = listing.locator('.folded').first();
      const seen = async (wanted, when) => { if (await lines.isVisible() !== wanted) faults.push(`${when} the lines are ${wanted ? 'hidden' : 'shown'}`); };
      await seen(false, 'at first');
      await listing.locator('label.fold').first().click();
      await seen(true, 'after a click');
      await listing.locator('label.fold input').first().press('Space');
      await seen(false, 'after the space bar');
      if (javaScriptEnabled) {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        const copied = async () => {
          await listing.hover();
          await listing.locator('button.copy').click();
          await page.waitForTimeout(50);
          return (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
        };
        const closed = await copied(), hidden = (await lines.textContent()).trimEnd().split('\n').length;
        await listing.locator('label.fold').first().click();
        const open = await copied();
        if (open.length - closed.length !== hidden) faults.push(`closed it copies ${closed.length} lines, open ${open.length}; ${hidden} were folded`);
        if (!closed.some((line) => /^ *\/\/ /.test(line))) faults.push('what is folded leaves no comment');
      }
      await page.emulateMedia({ media: 'print' });
      await seen(false, 'in print');
      await page.context().close();
    }
    ok('what a listing folds opens in place, and is copied as it is shown', faults);
  },

  // In the EPUB every word of a drawing has ink, and no drawing is empty.
  async epub() {
    const folder = `${built}/edition/epub/OEBPS`, page = await opened({}), faults = [];
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xhtml')) : [];
    for (const name of files) {
      await page.goto(pathToFileURL(`${folder}/${name}`).href);
      const bad = await page.evaluate(() => [...document.querySelectorAll('svg text')].filter((t) => getComputedStyle(t).fill === 'none').map((t) => t.textContent)
        .concat([...document.querySelectorAll('.drawing svg, .key svg')].filter((s) => !s.getBBox().width).map(() => 'an empty drawing')));
      if (bad.length) faults.push(`${name}: ${bad.length}: ${bad[0]}`);
    }
    ok(`the drawings in ${files.length} pages of the EPUB can be read`, files.length ? faults : ['there is no EPUB']);
    await page.context().close();
  },

  // What the last row can read: on each slide of each deck, at 1280 x 720, all is inside, code has at most 18 lines and 20 pixels
  // or more, what is read 16 and what stands in a drawing 14.
  async slides() {
    const faults = [], page = await opened({ viewport: { width: 1280, height: 720 } });
    const decks = existsSync(`${built}/slides`) ? readdirSync(`${built}/slides`).filter((name) => !name.startsWith('unit-')) : [];
    let count = 0;
    for (const name of decks) {
      await page.goto(pathToFileURL(`${built}/slides/${name}`).href);
      const [slides, found] = await page.evaluate(() => {
        const out = [], all = [...document.querySelectorAll('.slide')];
        for (const slide of all) {
          const box = slide.getBoundingClientRect(), say = (what) => out.push(`${slide.id}: ${what}`);
          for (const e of [slide, ...slide.querySelectorAll('.shown')]) {
            if (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1) say(`${e.scrollHeight - e.clientHeight} px too high, ${e.scrollWidth - e.clientWidth} too wide`);
          }
          for (const pre of slide.querySelectorAll('pre')) {
            const lines = pre.textContent.split('\n').length;
            if (lines > 18) say(`${lines} lines of code`);
            if (pre.scrollWidth > pre.clientWidth + 1) say(`a line of code is ${pre.scrollWidth - pre.clientWidth} px too wide`);
          }
          if (slide.querySelectorAll('tbody tr').length > 8 || slide.querySelectorAll('thead th').length > 6) say('a table of more than 8 rows or 6 columns');
          const walker = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT), small = [];
          for (let t = walker.nextNode(); t; t = walker.nextNode()) {
            const e = t.parentElement;
            if (!t.data.trim() || !e.checkVisibility()) continue;
            const range = document.createRange();
            range.selectNode(t);
            const r = range.getBoundingClientRect();
            if (!r.width || !r.height) continue;
            const drawn = e.closest('svg'), least = drawn || e.closest('.place, nav, .eyebrow, button, sub, sup, math') ? 14 : e.closest('pre') ? 20 : 16;
            const matrix = drawn ? e.getScreenCTM() : { a: 1, b: 0 }; // which may be turned
            const size = parseFloat(getComputedStyle(e).fontSize) * Math.hypot(matrix.a, matrix.b);
            if (size < least - .05) small.push([size, t.data.trim().slice(0, 30), least]);
            if (r.right > box.right + 1 || r.bottom > box.bottom + 1) say(`“${t.data.trim().slice(0, 30)}” is outside`);
          }
          small.sort((a, b) => a[0] - b[0]);
          if (small.length) say(`${small.length} texts are too small: “${small[0][1]}” has ${small[0][0].toFixed(1)} px, not ${small[0][2]}`);
        }
        return [all.length, out];
      });
      count += slides;
      await page.emulateMedia({ media: 'print' });
      found.push(...await page.evaluate(() => [...document.querySelectorAll('.slide:has(.player)')]
        .filter((slide) => ![...slide.querySelectorAll('.player svg')].some((e) => e.checkVisibility() && e.getBoundingClientRect().height > 50))
        .map((slide) => `${slide.id}: on paper its drawing is missing`)));
      await page.emulateMedia({ media: 'screen' });
      faults.push(...found.map((fault) => `${name}: ${fault}`));
    }
    ok(`${count} slides of ${decks.length} decks can be read from the last row`, decks.length ? faults : ['there are no decks']);
    await page.context().close();
  },

  // Without script a page is complete, and leads to the index.
  async bare() {
    const page = await opened({ javaScriptEnabled: false }, chapters[0]), faults = [];
    const height = (await (await page.$('main')).boundingBox()).height;
    if (height < 3000) faults.push(`the text is ${height} px high`);
    await page.click('nav.toc a[href="terms.html"]');
    if (!/terms\.html$/.test(page.url())) faults.push('no way to the index');
    if (!await page.$('dl.terms a')) faults.push('the index is empty');
    ok('without script all is there', faults);
    await page.context().close();
  },

  // What is kept whole on paper, with the lines that must go with it, is lower than 45 % of a page;
  // so no page ends above its middle, whatever the text is. Nothing is wider than the paper. Then the pages as they are printed.
  async print() {
    if (spawnSync('pdftotext', ['-v']).error) { return skip('print', 'no pdftotext here; make setup pdf installs it'); }
    const kept = [], faults = [], wide = [], page = await opened({});
    async function look(name, url, [width, height]) { // in mm, of what is inside the margins
      const mm = 96 / 25.4;
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: Math.round(width * mm), height: Math.round(height * mm) });
      if (url) await page.goto(url);
      // What is wider than the paper makes the printer set all pages smaller.
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (over > 0) wide.push(`${name}: ${over} pixels wider than the paper`);
      for (const [high, what] of await page.evaluate(units, .45 * height * mm)) {
        kept.push(`${name}: ${what} is kept whole and ${Math.round(high / mm)} mm high, of the ${height} mm of a page`);
      }
    }
    const empty = (pdf, last) => {
      const lines = execFileSync('pdftotext', ['-bbox', pdf, '-'], { maxBuffer: 1 << 28 }).toString().split('<page ').slice(1);
      return lines.map((text, i) => {
        const height = +text.match(/height="([\d.]+)"/)[1];
        const low = Math.max(0, ...[...text.matchAll(/yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)"/g)]
          .filter((m) => +m[1] > height * .075 && +m[2] < height * .93).map((m) => +m[2]));
        return [i + 1, (low / height - .08) / .84];
      }).filter(([i, share]) => share < .55 && !last(i, lines.length));
    };
    const says = (i, share) => `page ${i} ends at ${Math.round(share * 100)} %`;
    for (const name of pages) {
      await page.goto(address(name));
      if (chapters.includes(name)) {
        const pdf = `${built}/web/print.pdf`;
        writeFileSync(pdf, await page.pdf({ preferCSSPageSize: true, format: 'A4' }));
        for (const [i, share] of empty(pdf, (i, n) => i === n)) faults.push(`${name}: ${says(i, share)}`);
      }
      await look(name, null, [174, 255]);
    }
    if (existsSync(`${built}/tiles.pdf`) && existsSync(`${built}/edition/places.tsv`)) {
      await look('the book', pathToFileURL(`${built}/edition/paper.html`).href, [140, 210]);
      const begins = new Set(readFileSync(`${built}/edition/places.tsv`, 'utf8').split('\n').filter((l) => !l.includes('--')).map((l) => +l.split('\t')[1]));
      const bad = empty(`${built}/tiles.pdf`, (i, n) => i === n || i === 1 || begins.has(i + 1) || i < Math.min(...[...begins].filter((b) => b > 2)));
      faults.push(...bad.map(([i, share]) => `the book: ${says(i, share)}`));
    }
    ok('nothing is wider than its paper', wide);
    ok('nothing is kept whole on paper that fills half a page', kept);
    ok('no printed page is half empty', faults);
    await page.context().close();
  },

  async html() {
    if (spawnSync('java', ['-version']).error) { return skip('HTML', 'no java here'); }
    const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
    const files = pages.map((name) => `${folder}/${name}`).concat([`${built}/tiles.html`].filter(existsSync),
      existsSync(`${built}/slides`) ? readdirSync(`${built}/slides`).map((name) => `${built}/slides/${name}`) : []);
    const said = await new Promise((done) => execFile('java', ['-Xss4m', '-jar', jar, '--errors-only', '--filterpattern', '.*paint-order.*', '--format', 'gnu', ...files],
      { maxBuffer: 1 << 28 }, (error, out, said) => done(said + (error && !said ? error.message : ''))));
    const faults = said.split('\n').filter(Boolean).map((line) => line.replace(/^"?file:.*\/([^/]+\.html)"?/, '$1'));
    ok(`the Nu HTML checker finds no fault in ${files.length} files`, faults);
  },
};

// The first alone, then two at a time; axe takes as long as half of the others.
const left = Object.entries(tests).filter(([name]) => only.test(name));
async function lane() { while (left.length) await run(left.shift()); }
if (left[0]?.[1] === tests.paint) await run(left.shift());
await Promise.all([lane(), lane()]);
await end();
