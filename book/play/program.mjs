// program.mjs: the text of a program, as the panel needs it: its regions, its kernels, what of it
// has changed, and a change as something short that fits an address. No browser is needed for it.

export const linesOf = (text) => text.replace(/\n$/, '').split('\n');

// The regions that lie in no other: [{name, first, last}], the lines of their markers, from 1.
export function regionsOf(text) {
  const found = [];
  let depth = 0, open;
  linesOf(text).forEach((line, i) => {
    const mark = /^\/\/([<>]) (.*?)\s*$/.exec(line);
    if (!mark) return;
    if (mark[1] === '>' && depth++ === 0) open = { name: mark[2], first: i + 1 };
    if (mark[1] === '<' && --depth === 0) found.push({ ...open, last: i + 1 });
  });
  return found;
}

// Names in the table of kernels; those that a macro puts together are not seen here.
export function namesOf(text) {
  const table = /^const struct kernel kernels\[\] = \{\n([^]*?)^\};/m.exec(text);
  return table ? [...table[1].matchAll(/^ *(?:\{|[A-Z_0-9]+\([^"\n]*?)"([^"]+)"/gm)].map((m) => m[1]) : [];
}

// Which lines of `now` are lines of `old`: a list with, for each line of `now`, its number there, or 0.
export function matched(old, now) {
  const to = new Array(now.length).fill(0);
  let head = 0, tail = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) { to[head] = head + 1; head += 1; }
  while (tail < old.length - head && tail < now.length - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) {
    to[now.length - 1 - tail] = old.length - tail;
    tail += 1;
  }
  const a = old.slice(head, old.length - tail), b = now.slice(head, now.length - tail);
  if (!a.length || !b.length || a.length * b.length > 4e6) return to;
  const wide = b.length + 1, length = new Uint16Array((a.length + 1) * wide); // longest common subsequence
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      length[i * wide + j] = a[i] === b[j] ? length[(i + 1) * wide + j + 1] + 1
        : Math.max(length[(i + 1) * wide + j], length[i * wide + j + 1]);
    }
  }
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) { to[head + j] = head + i + 1; i += 1; j += 1; }
    else if (length[(i + 1) * wide + j] >= length[i * wide + j + 1]) i += 1;
    else j += 1;
  }
  return to;
}

// For each line of `old` the line of `now` that it still is, or that stands where it stood.
export function places(old, now) {
  const to = matched(old, now), at = new Array(old.length).fill(0);
  to.forEach((line, i) => { if (line) at[line - 1] = i + 1; });
  for (let i = 0; i < at.length; i++) at[i] = at[i] || (i ? at[i - 1] : 1);
  return at;
}

// A change: [[line before it, lines taken away, lines put there], …]. The line before says where it
// belongs in another edition of the program, so a change outlives one.
export function changeOf(oldText, nowText) {
  const old = linesOf(oldText), now = linesOf(nowText), to = matched(old, now), hunks = [];
  for (let i = 0, j = 0; i < old.length || j < now.length;) {
    if (j < now.length && to[j] === i + 1) { i += 1; j += 1; continue; }
    const from = i, put = [];
    while (j < now.length && !to[j]) put.push(now[j++]);
    const end = j < now.length ? to[j] - 1 : old.length;
    i = Math.max(i, end);
    hunks.push([from, from ? old[from - 1] : '', old.slice(from, i), put]);
  }
  return hunks;
}

// The program with the change, or null where its lines are not there (any more).
export function changed(oldText, hunks) {
  const old = linesOf(oldText), out = [];
  let done = 0;
  for (const [wanted, before, away, put] of hunks) {
    const fits = (at) => at >= done && at + away.length <= old.length && (at === 0 ? wanted === 0 : old[at - 1] === before)
      && away.every((line, i) => old[at + i] === line);
    let at = -1;
    for (let off = 0; at < 0 && off <= old.length; off++) at = fits(wanted - off) ? wanted - off : fits(wanted + off) ? wanted + off : -1;
    if (at < 0) return null;
    out.push(...old.slice(done, at), ...put);
    done = at + away.length;
  }
  return out.concat(old.slice(done)).join('\n') + '\n';
}

const base64 = {
  write: (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, ''),
  read: (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0)),
};
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

// Anything as letters that an address may have, compressed; and back, or null where they say nothing.
export async function packed(value) {
  return base64.write(await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('deflate-raw')));
}
export async function unpacked(text) {
  try {
    return JSON.parse(new TextDecoder().decode(await through(base64.read(text), new DecompressionStream('deflate-raw'))));
  } catch (e) {
    return null;
  }
}

// A single file (code/single) with another text of one of its sources. traced: its lines, those of a source as
// "code/tiling.cu:17<tab>text". A new line is taken where one of its neighbours is.
export function singleOf(traced, path, oldText, nowText) {
  const all = linesOf(traced).map((line) => /^(code\/[^\t:]+):(\d+)\t(.*)$/.exec(line) || ['', '', '0', line]);
  const taken = new Set(all.filter((m) => m[1] === path).map((m) => +m[2]));
  const old = linesOf(oldText), now = linesOf(nowText), to = matched(old, now), still = new Set(to);
  const ahead = new Map(), behind = new Map(); // new lines, by the line of the old text at which they stand
  for (let j = 0; j < now.length; j++) {
    if (to[j]) continue;
    const from = j;
    while (j < now.length && !to[j]) j += 1;
    const last = from ? to[from - 1] : 0, lines = now.slice(from, j);
    let next = j < now.length ? to[j] : old.length + 1;
    let at = next - 1;
    while (at > last && !taken.has(at)) at -= 1; // a line that these replace, or the one above
    if (taken.has(at)) behind.set(at, lines);
    else {
      while (next <= old.length && !taken.has(next) && /^(#include "|\/\/[<>] |\s*$)/.test(old[next - 1])) next += 1;
      if (taken.has(next)) ahead.set(next, (ahead.get(next) || []).concat(lines));
    }
  }
  const out = [];
  for (const [, file, line, text] of all) {
    if (file !== path) { out.push(text); continue; }
    out.push(...(ahead.get(+line) || []), ...(still.has(+line) ? [text] : []), ...(behind.get(+line) || []));
  }
  return out.join('\n').replace(/\n{3,}/g, '\n\n') + '\n';
}
