// browser.mjs - what web.mjs and play.mjs share: the folder of pages and the pattern that they are told, a browser, a host,
// and TAP.
import { chromium } from 'playwright-core';
import { createRequire } from 'node:module';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { spawnSync } from 'node:child_process';
import { extname, resolve } from 'node:path';

export const folder = resolve(process.argv[2]), built = resolve(folder, '..');
export const only = new RegExp(process.argv[3] || '.');
export const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let count = 0, failed = 0, skipped = 0;
export function ok(name, faults) {
  count += 1;
  if (faults.length) failed += 1;
  console.log(`${faults.length ? 'not ok' : 'ok'} ${count} - ${name}`);
  for (const fault of faults.slice(0, 20)) console.log(`# ${fault}`);
  if (faults.length > 20) console.log(`# and ${faults.length - 20} more`);
}
export function skip(name, why) {
  skipped += 1;
  console.log(`ok ${++count} - ${name} # SKIP ${why}`);
}

// Of these programs the first that is here.
export const found = (names) => names.map((name) => spawnSync('sh', ['-c', `command -v ${name}`]).stdout.toString().trim()).find(Boolean);
const executablePath = found(['chromium', 'chromium-browser', 'google-chrome']);
export const start = (...args) => chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });
export const browser = await start();

// A host of the book: pages, and play/ beside them; `fake` stands for files, by address.
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
export async function host(fake = {}) {
  const asked = [];
  const server = createServer((request, response) => {
    const path = decodeURI(new URL(request.url, 'http://x').pathname);
    asked.push(path);
    const file = fake[path] || (path.startsWith('/play/') ? `${built}${path}` : `${folder}${path}`);
    const found = typeof file === 'object' ? file : existsSync(file) && statSync(file).isFile() ? readFileSync(file) : null;
    response.writeHead(found ? 200 : 404, { 'content-type': TYPES[extname(path)] || 'application/octet-stream', 'cache-control': 'no-cache' });
    response.end(found || 'no');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { asked, port: server.address().port, close: () => new Promise((done) => { server.close(done); server.closeAllConnections?.(); }) };
}

// A test that throws has failed.
export async function run([name, test]) {
  const begun = Date.now();
  try { await test(); } catch (e) { ok(name, [String(e.stack || e).split('\n').slice(0, 4).join(' ')]); }
  console.log(`# ${name} took ${((Date.now() - begun) / 1000).toFixed(1)} s`);
}

// The last line says what ran; that nothing ran is 4.
export async function end() {
  await browser.close();
  console.log(`1..${count}`);
  console.log(`${count - failed - skipped} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  process.exit(failed ? 1 : count > skipped ? 0 : 4);
}
