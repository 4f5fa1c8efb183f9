// sw.js: on a site, keeps for a time without network what runs kernels (play/, as one version) and the pages that
// have been read. A page installs it when a reader asks for Run, never before. `make site` writes the version.
const VERSION = '@version@', PLAY = `play ${VERSION}`, PAGES = 'pages';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('play ') && name !== PLAY) await caches.delete(name);
  await self.clients.claim();
})()));

const whole = (answer) => answer.ok && answer.status === 200 && answer.type === 'basic';

// What belongs to a version does not change.
async function kept(request) {
  const cache = await caches.open(PLAY), found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (whole(answer)) cache.put(request, answer.clone()).catch(() => 0); // there may be no room
  return answer;
}

// A page may: it is asked for again, and the kept one is for when nobody answers.
async function newest(request) {
  const cache = await caches.open(PAGES);
  try {
    const answer = await fetch(request);
    if (whole(answer)) cache.put(request, answer.clone()).catch(() => 0); // there may be no room
    return answer;
  } catch (error) {
    const found = await cache.match(request, { ignoreSearch: true });
    if (found) return found;
    throw error;
  }
}

// What a page had loaded before this was there: it sends the addresses.
self.addEventListener('message', (event) => event.waitUntil(Promise.all(event.data.map((url) =>
  url.startsWith(self.registration.scope) && keep(new Request(url)).catch(() => 0)))));

const keep = (request) => (request.url.startsWith(`${self.registration.scope}play/`) ? kept(request) : newest(request));
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && event.request.url.startsWith(self.registration.scope)) event.respondWith(keep(event.request));
});
