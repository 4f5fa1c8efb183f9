// sw.js: on a site, keeps for a time without network what runs kernels (play/, as one version) and the pages that
// have been read. A page installs it when a reader asks for Run, never before. `make site` writes the version.
const VERSION = '@version@', PLAY = `play ${VERSION}`, PAGES = 'pages';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('play ') && name !== PLAY) await caches.delete(name);
  await self.clients.claim();
  const pages = await caches.open(PAGES); // the one that asked, and what it is made of
  for (const client of await self.clients.matchAll()) {
    const page = client.url.replace(/#.*/, '');
    await Promise.all([page, 'style.css', 'edition.css', 'book.js', 'search.js', 'favicon.svg'].map((url) => pages.add(new URL(url, page)).catch(() => 0)));
  }
})()));

const whole = (answer) => answer.ok && answer.status === 200 && answer.type === 'basic';

// What belongs to a version does not change.
async function kept(request) {
  const cache = await caches.open(PLAY), found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (whole(answer)) await cache.put(request, answer.clone());
  return answer;
}

// A page may: it is asked for again, and the kept one is for when nobody answers.
async function newest(request) {
  const cache = await caches.open(PAGES);
  try {
    const answer = await fetch(request);
    if (whole(answer)) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const found = await cache.match(request, { ignoreSearch: true });
    if (found) return found;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url), scope = self.registration.scope;
  if (event.request.method !== 'GET' || !url.href.startsWith(scope)) return;
  event.respondWith(url.href.startsWith(`${scope}play/`) ? kept(event.request) : newest(event.request));
});
