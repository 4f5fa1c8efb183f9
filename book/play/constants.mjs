// constants.mjs: the constants of a kernel that is a template: which there are, what they imply, and a line of the table
// that has others. No browser is needed for it.

// What a slider steps through, by the name of the constant; the value that is there is added.
const STEPS = [
  [/^(BM|BN|WM|WN)$/, [8, 16, 32, 64, 96, 128, 192, 256, 512]], [/^BK$/, [4, 8, 16, 32, 64]], [/^(TM|TN)$/, [1, 2, 4, 6, 8, 12, 16]],
  [/^T$/, [1, 2, 4, 8, 16, 32]], [/^(STAGES|SLOTS|TILES|BLOCKS|AHEAD|LEAST|F)$/, [1, 2, 3, 4, 6, 8]], [/^PAD/, [0, 4, 8, 16]], [/^PITCH$/, [0, 128, 132, 136]], [/^(WIDTH|VEC)$/, [1, 2, 4]],
  [/^(ROWS|COLS)$/, [1, 2, 4, 8, 16, 32]], [/^(UNROLL|BYTES|LOADS)$/, [1, 2, 4, 8, 16]], [/./, [0, 1, 2, 3]],
];
export function stepsOf(name, value) {
  const steps = STEPS.find(([which]) => which.test(name))[1];
  return [...new Set([...steps, value])].sort((a, b) => a - b);
}

// A whole-number expression of C with these names, or null where there is more in it.
export function evaluate(expression, names) {
  const tokens = expression.match(/[A-Za-z_]\w*|\d+|<<|>>|[<>=!]=|&&|\|\||[-+*/%()<>?:]/g) || [];
  if (tokens.join('') !== expression.replace(/\s+/g, '')) return null;
  const LEVELS = [['||'], ['&&'], ['==', '!='], ['<', '>', '<=', '>='], ['<<', '>>'], ['+', '-'], ['*', '/', '%']];
  const OPS = { '||': (a, b) => +(a || b), '&&': (a, b) => +(a && b), '==': (a, b) => +(a === b), '!=': (a, b) => +(a !== b), '<': (a, b) => +(a < b), '>': (a, b) => +(a > b),
    '<=': (a, b) => +(a <= b), '>=': (a, b) => +(a >= b), '<<': (a, b) => a << b, '>>': (a, b) => a >> b, '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b,
    '/': (a, b) => Math.trunc(a / b), '%': (a, b) => a % b };
  let at = 0;
  const choice = () => {
    const condition = binary(0);
    if (tokens[at] !== '?') return condition;
    at += 1;
    const yes = choice();
    if (tokens[at++] !== ':') throw new Error();
    const no = choice();
    return condition ? yes : no;
  };
  const binary = (level) => {
    if (level === LEVELS.length) return primary();
    let value = binary(level + 1);
    while (LEVELS[level].includes(tokens[at])) { const op = OPS[tokens[at++]]; value = op(value, binary(level + 1)); }
    return value;
  };
  const primary = () => {
    const token = tokens[at++];
    if (token === '(') { const value = choice(); if (tokens[at++] !== ')') throw new Error(); return value; }
    if (token === '-') return -primary();
    if (/^\d/.test(token)) return +token;
    if (Object.hasOwn(names, token)) return names[token];
    throw new Error();
  };
  try {
    const value = choice();
    return at === tokens.length && Number.isFinite(value) ? value : null;
  } catch (e) {
    return null;
  }
}

// From an opening bracket to the one that closes it: what is between.
function between(text, open) {
  const closes = { '(': ')', '{': '}', '<': '>' }[text[open]];
  for (let i = open, depth = 0; i < text.length; i++) {
    if (text[i] === text[open]) depth += 1;
    if (text[i] === closes && --depth === 0) return text.slice(open + 1, i);
  }
  return text.slice(open + 1);
}
function firstArgument(text) {
  for (let i = 0, depth = 0; i < text.length; i++) {
    if ('(<'.includes(text[i])) depth += 1;
    if (')>'.includes(text[i])) depth -= 1;
    if (text[i] === ',' && depth === 0) return text.slice(0, i);
  }
  return text;
}

// The template of a kernel, in one of these texts: {params, bounds, body}, or null where it has other parameters than numbers.
export function templateOf(texts, of) {
  const found = new RegExp(`template <([^>]*)>\\s*(?:static )?__global__ ((?:(?!\\n\\}|template)[^])*?)\\b${of}\\(int M`);
  for (const text of texts) {
    const match = found.exec(text);
    if (!match) continue;
    const params = match[1].split(',').map((param) => /^\s*int (\w+)\s*$/.exec(param)?.[1]);
    if (params.some((name) => !name)) return null;
    const bounds = match[2].indexOf('__launch_bounds__(');
    const start = match.index + match[0].length;
    return { of, params, bounds: bounds < 0 ? null : firstArgument(between(match[2], match[2].indexOf('(', bounds))), body: between(text, text.indexOf('{', start)) };
  }
  return null;
}

// Numbers that a text names: enum { SIDE = 32 }, constexpr int pitch = BM + 4.
function named(texts, names) {
  const all = { ...names };
  for (const text of texts) {
    for (const [, list] of text.matchAll(/\benum \{([^}]*)\}/g)) {
      for (const [, name, value] of list.matchAll(/(\w+)\s*=\s*([^,]+)/g)) if (!(name in all)) { const n = evaluate(value.trim(), all); if (n !== null) all[name] = n; }
    }
    for (const [, name, value] of text.matchAll(/\bconst(?:expr)? (?:int|unsigned) (\w+) = ([^;]+);/g)) if (!(name in all)) { const n = evaluate(value, all); if (n !== null) all[name] = n; }
  }
  return all;
}

const BYTES = { float: 4, int: 4, unsigned: 4, half: 2, __half: 2, __nv_bfloat16: 2, double: 8, float4: 16, float2: 8, uint64_t: 8, char: 1 };

// Threads of a block, and bytes of its shared memory, each or null where the text does not say; and the numbers that it names.
export function implied(template, program, values) {
  const names = named([template.body, program], Object.fromEntries(template.params.map((name, i) => [name, values[i]])));
  let threads = template.bounds && evaluate(template.bounds, names);
  if (!threads) {
    const launch = new RegExp(`\\b${template.of}<[^;(]*>?<<<`).exec(program), block = launch && /dim3\(([^()]*)\)>>>/.exec(program.slice(launch.index, launch.index + 300));
    threads = block ? block[1].split(',').reduce((product, part) => { const n = evaluate(part, names); return n === null || product === null ? null : product * n; }, 1) : null;
  }
  let shared = /\bextern __shared__/.test(template.body) ? null : 0;
  for (const [, type, list] of template.body.matchAll(/(?<!extern )__shared__ (?:__align__\(\d+\) )?(\w+) ([^;]+);/g)) {
    for (const array of list.split(',')) {
      const sizes = [...array.matchAll(/\[([^\]]+)\]/g)].map((m) => evaluate(m[1], names));
      shared = shared === null || !BYTES[type] || sizes.includes(null) ? null : shared + sizes.reduce((a, b) => a * b, BYTES[type]);
    }
  }
  return { threads: threads || null, shared, names };
}

export const YOURS = 'yours';

// "8x8 rectangle<128,128,16,8,8,2> 128 128 16 SWEEP" -> {of, values, tile, flags}, or null.
export function entryOf(line) {
  const match = /^\S+ (\w+)<([-\d,]+)> (\d+) (\d+) (\d+) (\S+)$/.exec(line);
  return match && { of: match[1], values: match[2].split(',').map(Number), tile: match.slice(3, 6).map(Number), flags: match[6].replace(/\|/g, ' | ') };
}

const byName = (template, values) => Object.fromEntries(template.params.map((name, i) => [name, values[i]]));

// The tile of a block with these constants, and how deep it is: [BM, BN, BK].
export function tileOf(template, entry, values) {
  const of = byName(template, values), side = of.F === undefined ? undefined : 16 * of.F;
  return of.BM === undefined ? [of.T ?? side, of.T ?? side, of.T].map((n, i) => n ?? entry.tile[i]) : [of.BM, of.BN ?? entry.tile[1], of.BK ?? entry.tile[2]];
}

// The tiles inside it, {warp, thread}, and the lanes of a warp, each [rows, columns], or null where the constants do not say. Without a tile of its own a warp
// is 32 threads, row by row; a thread's results are taken as if they lay together.
export function inside({ threads, names: of }, [bm, bn]) {
  const each = threads ? bm * bn / threads : 0;
  const column = [each, 1], shapes = [[of.TM, of.TN], of.SIDEWAYS ? [1, each] : column].filter(([rows, columns]) => rows * columns === each && bm % rows === 0 && bn % columns === 0);
  const thread = each === 1 ? [1, 1] : ((of.TM || of.TN || of.T) && shapes[0]) || null;
  const across = thread ? bn / thread[1] : 0;
  const rows = across && across <= 32 && 32 % across === 0 ? [32 / across, across] : across % 32 === 0 && across ? [1, 32] : null;
  const warp = of.WM && of.WN ? [of.WM, of.WN] : of.ROWS && of.COLS ? [of.ROWS, of.COLS] : thread && rows && [thread[0] * rows[0], thread[1] * rows[1]];
  const fits = warp && bm % warp[0] === 0 && bn % warp[1] === 0, lanes = fits && thread ? [warp[0] / thread[0], warp[1] / thread[1]] : null;
  return { warp: fits ? warp : null, thread, lanes: lanes && lanes[0] * lanes[1] === 32 ? lanes : null };
}

const yoursLine = new RegExp(`^ *KERNEL_AT\\("${YOURS}",.*\\n?`, 'm');

// The program but for `yours`: what its constants are put into.
export const withoutYours = (text) => text.replace(yoursLine, '');

// The program with a line for these constants in its table, as kernel `yours`.
export function withConstants(text, entry, template, values, from) {
  const line = `    KERNEL_AT("${YOURS}", ${entry.flags}, ${entry.of}, ${tileOf(template, entry, values).join(', ')}, ${values.join(', ')}), /* from ${from} */`;
  if (yoursLine.test(text)) return text.replace(yoursLine, `${line}\n`);
  return text.replace(/(^const struct kernel kernels\[\] = \{\n[^]*?)(^ *\{\},?$)/m, (all, head, end) => `${head}${line}\n${end}`);
}

// What a program has of `yours`: {values, from}, or null.
export function yoursOf(text) {
  const match = new RegExp(`^ *KERNEL_AT\\("${YOURS}", [^,]+, \\w+, \\d+, \\d+, \\d+, ([-\\d, ]+)\\),? /\\* from (\\S+) \\*/`, 'm').exec(text);
  return match && { values: match[1].split(',').map(Number), from: match[2] };
}

// The speed that the reference card has been measured at, in GFLOP/s, of a kernel with just these constants; or null. speeds has it by
// "rectangle<128,128,16,8,8>", tuned is what the tuner tried: {of, columns, of4096: {"128,128,16,8,8": speed}}, columns in small letters.
export function speedOf({ speeds, tuned }, template, values) {
  const known = speeds[`${template.of}<${values.join(',')}>`];
  if (known) return known;
  for (const { of, columns, of4096 } of tuned) {
    if (of !== template.of) continue;
    const at = columns.map((name) => template.params.findIndex((param) => param.toLowerCase() === name));
    if (at.includes(-1)) continue;
    const rest = template.params.map((name, i) => (at.includes(i) ? '' : `${name}=${values[i]}`)).filter(Boolean);
    if (rest.some((word) => !/^(STAGES|SLOTS)=1$/.test(word))) continue;
    const speed = of4096[at.map((i) => values[i]).join(',')];
    if (speed) return speed;
  }
  return null;
}
