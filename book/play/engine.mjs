// engine.mjs: the worker that compiles, verifies and counts: one for the page, begun when it is first asked.
// It lives below play/ beside the page's script; what it is told and what it tells:
//
//   {do: 'load'}                                        {is: 'progress', loaded, total}, then {is: 'ready', bytes, version}
//   {do: 'prepare', request}                            nothing: what a run of this request takes is made while nobody waits, or, of null, is not
//   {do: 'run', id, stem, files, kernel, sizes, count}  {is: 'stage', …}, {is: 'verified', …}, {is: 'counted', …}, and in the end
//                                                       {is: 'failed', messages, asked, kept, printed} or {is: 'done', ms, kept}
//
// `sizes`, as in ['16', '128x64x32'], are verified besides the usual ones, each alone: `asked`, which 'verified' has too, says of each
// {size, kernels: [{name, cases}], messages}. `verify: false` leaves verifying out. `count` is [m, n, k]. `kept` says what was there from a run
// before: 'program', 'counts' (the program and all that it says), or null. `printed`, which 'counted' has too, is the last that the kernel printed.

export const here = new URL('.', import.meta.url);

let worker = null, ready = null, asked = 0, waiting = null, hear = null, soon = null;

// What loads: {version, bytes}. Where a browser has loaded that version it says so, and none is asked for again.
export async function manifest() {
  const answer = await fetch(new URL('manifest.json', here));
  if (!answer.ok) throw new Error('play/manifest.json is not there');
  return answer.json();
}
const note = 'play loaded';
export function isLoaded(version) {
  try { return localStorage.getItem(note) === String(version); } catch (e) { return false; }
}
function remember(version) { try { localStorage.setItem(note, version); } catch (e) { /* private window */ } }

// On a site the browser keeps what was loaded, and the pages one has read, for a time without network. A book that is served on
// one's own machine needs none of that.
async function keepForLater() {
  const container = navigator.serviceWorker;
  if (!container || location.hostname === 'localhost' || container.controller) return;
  try {
    await container.register(new URL('../sw.js', here));
    await Promise.race([new Promise((done) => container.addEventListener('controllerchange', done, { once: true })), new Promise((done) => setTimeout(done, 3000))]);
    if (container.controller) container.controller.postMessage([location.href.replace(/#.*/, ''), ...performance.getEntriesByType('resource').map((entry) => entry.name)]);
  } catch (e) { /* no such file here: then it is not kept */ }
}

function end(error) {
  if (worker) worker.terminate();
  worker = ready = null;
  const { fail } = waiting || {};
  waiting = null;
  if (fail) fail(error);
}

// Whether what was loaded once is at hand: kept by the browser, or on this machine.
export const isNear = (version) => isLoaded(version) && Boolean(location.hostname === 'localhost' || (navigator.serviceWorker && navigator.serviceWorker.controller));

// The worker, loaded; progress(loaded, total) as it comes, to the last who asked. With a request it makes ready for that run.
export function load(progress, request = null) {
  hear = progress;
  soon = request;
  ready = ready || keepForLater().then(() => new Promise((done, failed) => {
    worker = new Worker(new URL('worker.js', here), { type: 'module' });
    waiting = { on: (m) => m.is === 'progress' && hear(m.loaded, m.total), done, fail: failed };
    worker.onerror = (event) => end(new Error(event.message || 'what compiles could not be loaded'));
    worker.onmessageerror = () => end(new Error('what compiles sent nonsense'));
    worker.onmessage = ({ data }) => {
      if (data.id !== undefined && data.id !== asked) return;
      if (data.is === 'ready') { remember(data.version); waiting.done(data); waiting = null; return; }
      if (!waiting) return;
      if (data.is === 'failed' && data.id === undefined) { end(new Error(data.messages[0].text)); return; } // it could not be loaded
      waiting.on(data);
      if (data.is === 'failed' || data.is === 'done') { const { done: over } = waiting; waiting = null; over(data); }
    };
    worker.postMessage({ do: 'load' });
    worker.postMessage({ do: 'prepare', request: soon });
  }));
  if (worker) worker.postMessage({ do: 'prepare', request });
  return ready;
}

// One run; on(message) for all that comes, resolves with the last, {is: 'done'} or {is: 'failed'}.
export function run(request, on) {
  asked += 1;
  return new Promise((done, fail) => {
    waiting = { on, done, fail };
    worker.postMessage({ do: 'run', id: asked, ...request });
  });
}

// Ends whatever runs; the next load begins anew, from what the browser has kept.
export class Stopped extends Error {}
export function stop() { end(new Stopped('stopped')); }
