// pick.js - a program's text with one entry of its table: the templates that only others name are then
// not made, and a chapter with twenty kernels compiles as fast as one with two. Lines stay where they are.

const TABLE = /\bconst\s+struct\s+kernel\s+kernels\[\]\s*=\s*\{/;

// Where each entry of a table begins and ends, from behind its brace; or null where it is not plain text.
const entriesFrom = (text, from) => {
  const entries = [];
  let depth = 0, begin = from;
  for (let i = from; i < text.length; ++i) {
    const c = text[i];
    if (c === '#') return null;
    if (c === '"') { while (text[++i] !== '"') if (text[i] === '\\') ++i; }
    else if (text.startsWith('/*', i)) i = text.indexOf('*/', i) + 1;
    else if (text.startsWith('//', i)) i = text.indexOf('\n', i);
    else if ('([{'.includes(c)) ++depth;
    else if (depth === 0 && (c === ',' || c === '}')) {
      entries.push([begin, c === ',' ? i + 1 : i]);
      begin = i + 1;
      if (c === '}') return entries;
    } else if (')]}'.includes(c)) --depth;
    if (i < from) return null;
  }
  return null;
};

const lines = text => text.replace(/[^\n]/g, '');

// The text with the entries of this name and the last, which ends the table; unchanged where none has it in so many letters.
export const pick = (text, kernel) => {
  const table = TABLE.exec(text), entries = table && entriesFrom(text, table.index + table[0].length);
  const has = ([from, to]) => text.slice(from, to).includes(`"${kernel}"`);
  if (!entries || !entries.some(has)) return text;
  let out = text.slice(0, entries[0][0]);
  for (const entry of entries) {
    const part = text.slice(...entry), end = part.search(/\{\s*0?\s*\},?\s*$/);
    out += has(entry) ? part : end < 0 ? lines(part) : lines(part.slice(0, end)) + part.slice(end);
  }
  return out + text.slice(entries.at(-1)[1]);
};
