// ir.js - LLVM's text of a program, as the lens wants it. Under GCC a call of the lens is known by
// the address to which it returns, and the program by its own file. WebAssembly shows neither, so
// each call of the lens gets a number here, which is put into !/^@(llvm\.|lens_(?!uses_streams)|tsan\.|__)/.test(name) && !/\bprivate\b/.test(how)caller before it; and tables of
// lines and of names go along with the program.

const BUILT_IN = /@(threadIdx|blockIdx|blockDim|gridDim)\b/;

// What a debugger would be told: !7 = !DILocation(line: 3, column: 9, scope: !5, inlinedAt: !6)
const readPlaces = lines => {
  const nodes = new Map();
  for (const line of lines) {
    const m = /^!(\d+) = (?:distinct )?!(DI\w+)\((.*)\)$/.exec(line);
    if (m) nodes.set(m[1], {kind: m[2], text: m[3]});
  }
  const field = (node, name) => new RegExp(`\\b${name}: !?("[^"]*"|\\d+)`).exec(node.text)?.[1];
  const fileOf = scope => {
    for (let node = nodes.get(scope); node; node = nodes.get(field(node, 'scope'))) {
      const file = field(node, 'file');
      if (file) return field(nodes.get(file), 'filename').slice(1, -1);
    }
    return '??';
  };
  const known = new Map();
  // The frame that the lens names: the innermost, but one of the chapter's own file before others.
  return (number, source) => {
    if (number === undefined) return {file: '??', line: 0};
    let place = known.get(number);
    if (place) return place;
    for (let at = nodes.get(number); at; at = nodes.get(field(at, 'inlinedAt'))) {
      const here = {file: fileOf(field(at, 'scope')), line: Number(field(at, 'line') ?? 0)};
      if (!place || here.file === source) place = here;
      if (here.file === source) break;
    }
    place ??= {file: '??', line: 0};
    known.set(number, place);
    return place;
  };
};

// The type at the beginning of a text.
const typeAt = text => {
  if (!/^[[{<]/.test(text)) return /^[%\w."]+/.exec(text)[0];
  let depth = 0;
  for (let i = 0; i < text.length; ++i) {
    if ('[{<'.includes(text[i])) ++depth;
    if (']}>'.includes(text[i]) && --depth === 0) return text.slice(0, i + 1);
  }
  return text;
};

// Its bytes, near enough: `structs` has the text of those that have names.
const bytesOf = (type, structs) => {
  const array = /^[[<](\d+) x (.*)[\]>]$/.exec(type);
  if (array) return Number(array[1]) * bytesOf(array[2], structs);
  if (type[0] === '%') return bytesOf(structs.get(type) ?? 'ptr', structs);
  if (/^<?\{/.test(type)) {
    let sum = 0;
    for (let rest = type.replace(/^<?\{ ?/, ''); rest[0] && rest[0] !== '}';) {
      const part = typeAt(rest);
      sum += bytesOf(part, structs);
      rest = rest.slice(part.length || 1).replace(/^[, ]+/, '');
    }
    return sum;
  }
  return {double: 8, ptr: 4, float: 4, half: 2}[type] ?? Math.ceil(Number(/^i(\d+)/.exec(type)?.[1] ?? 64) / 8);
};

const quoted = text => {
  const bytes = new TextEncoder().encode(text);
  let out = '';
  for (const b of bytes) out += b >= 32 && b < 127 && b !== 34 && b !== 92 ? String.fromCharCode(b)
    : '\\' + b.toString(16).padStart(2, '0').toUpperCase();
  return {type: `[${bytes.length + 1} x i8]`, text: `c"${out}\\00"`};
};

// A function that does not go straight on within its text: to a label that stands above.
const goesBack = (line, seen) => {
  for (const m of line.matchAll(/label %("[^"]*"|[\w.$-]+)/g)) if (seen.has(m[1])) return true;
  return false;
};

const ACCESS = /^(\s+(?:%\S+ = )?(?:(?:tail|musttail|notail) )?call )(.*?)@(__tsan_\w+|lens_\w+|engine_\w+|__ubsan_\w+|llvm\.(?:ubsan)?trap)\(/;

// What moves more than one instruction does, and what need not lie at a multiple of its size, goes
// by the functions that GCC would call.
const renamed = line => line.replace(/@__tsan_(mem(?:cpy|move|set))\(/, '@lens_$1(')
  .replace(/@__tsan_unaligned_(read|write)(\d+)\((.*?)\)/, '@__tsan_$1_range($3, i32 $2)');

const NEEDED = [['void', '@lens_turn', ''], ['ptr', '@lens_memcpy', 'ptr, ptr, i32'], ['ptr', '@lens_memmove', 'ptr, ptr, i32'],
  ['ptr', '@lens_memset', 'ptr, i32, i32'], ['void', '@__tsan_read_range', 'ptr, i32'],
  ['void', '@__tsan_write_range', 'ptr, i32']];

// `source` is the chapter's file as the lens names it, at `/` + source in the text.
// `data` says where the lens has the variables that a program names, and `functions` what it calls its
// own functions, by which it knows them.
export const prepare = (text, {source, stem, data, functions, hash = ''}) => {
  const lines = text.split('\n'), placeOf = readPlaces(lines), file = '/' + source;
  const out = [], places = [], symbols = [], declared = new Set(), structs = new Map(), constants = new Set(), elsewhere = ['lens_caller'];
  let inside = null, seen = null; // the function, and its labels so far
  const unseen = [], sanitized = new Set([...text.matchAll(/^attributes (#\d+) = \{[^}]*\bsanitize_thread\b/gm)].map(m => m[1]));
  let watched = false; // the compiler announces what the function accesses
  let own = null; // what points to its own variables, whose bounds the compiler knows, or to constants
  const number = line => {
    const place = placeOf(/, !dbg !(\d+)/.exec(line)?.[1], file);
    places.push({...place, inside});
    return places.length;
  };
  const mark = line => out.push(`  store i32 ${number(line)}, ptr @lens_caller, align 4`);
  for (let line of lines) {
    if (inside === null) {
      if (line[0] === '!' || line.startsWith('; ')) continue;
      const struct = /^(%\S+) = type (.*)$/.exec(line);
      if (struct) structs.set(struct[1], struct[2]);
      const global = /^(@("[^"]*"|[\w.$]+)) = (.*?)\b(?:global|constant) (.*)$/.exec(line);
      const start = global ? null : /^define .*?(@("[^"]*"|[\w.$]+))\(/.exec(line);
      if (global) {
        const [, name, , how, rest] = global, external = /\bexternal\b/.test(how);
        if (external && name.slice(1) in data) { elsewhere.push(name.slice(1)); continue; }
        if (/\bthread_local(\([a-z]+\))? /.test(how)) {
          line = line.replace(/\bthread_local(\([a-z]+\))? /, '');
          if (!external) line = line.replace(/((?:, comdat(?:\([^)]*\))?)?(?:, align \d+)?(?:, !dbg !\d+)?)$/, ', section "lens_shared"$1');
          symbols.push({name, type: typeAt(rest), kind: 2});
        } else if (!external && !/\bprivate\b/.test(how) && !/^@(llvm\.|lens_(?!uses_streams)|tsan\.|__|\.)/.test(name)) {
          symbols.push({name, type: typeAt(rest), kind: 1});
        }
        if (/ constant /.test(line)) constants.add(name);
        // An array's type, as GCC writes it: 'float [8]'.
        line = line.replace(/(\{ i16 -?\d+, i16 -?\d+, \[)(\d+)( x i8\] \} \{ i16 -?\d+, i16 -?\d+, \[)\d+( x i8\] c"'[^'["]*[^ '["])\[/,
          (_, a, n, b, c) => `${a}${+n + 1}${b}${+n + 1}${c} [`);
      } else if (start) {
        inside = start[1];
        seen = new Set();
        own = new Set([...line.matchAll(/\b(?:sret|byval)\([^)]*\)[^,%]*(%[\w.]+)/g)].map(m => m[1]));
        watched = sanitized.has(/ (#\d+) /.exec(line)?.[1]);
        if (/^@_Z/.test(inside)) symbols.push({name: inside, kind: 0});
        line = line.replace(/ !dbg !\d+/, '');
      } else if (line.startsWith('attributes ')) {
        line = line.replace(/ sanitize_thread\b/, '').replace(/ memory\([^)]*\)/, '');
      } else if (line.startsWith('declare ')) {
        const name = /@[\w.$]+/.exec(line)?.[0];
        if (/@__tsan_(mem|unaligned)/.test(line)) continue;
        declared.add(name);
        if (name?.startsWith('@lens_')) line = line.replace(/ memory\([^)]*\)/, '');
      }
      out.push(line);
      continue;
    }
    if (line === '}') {
      inside = null;
    } else if (line[0] !== ' ') {
      const label = /^("[^"]*"|[\w.$-]+):/.exec(line);
      if (label) seen.add(label[1]);
    } else {
      const call = ACCESS.exec(line), points = call ? null : /^ +(%\S+) = (?:alloca |getelementptr .*?, ptr ([%@][^ ,]+))/.exec(line);
      if (points && (!points[2] || own.has(points[2]) || constants.has(points[2]))) own.add(points[1]);
      if (call) {
        if (/^__tsan_(unaligned_)?(read|write)/.test(call[3]) && (BUILT_IN.test(line) || own.has(/\(ptr (%[^ ,)]+)/.exec(line)?.[1]))) continue;
        mark(line);
        line = renamed(line);
      } else if (/ = [us](?:div|rem) /.test(line)) {
        mark(line);
      } else if (/^ +(br|switch) /.test(line) && goesBack(line, seen)) {
        mark(line);
        out.push('  call void @lens_turn()');
      } else if (line.includes('@llvm.threadlocal.address')) {
        line = line.replace(/call .*@llvm\.threadlocal\.address\.p0\((?:ptr) (?:align \d+ |nonnull )*(@(?:"[^"]*"|[\w.$]+))\)/,
          'getelementptr i8, ptr $1, i32 0');
      } else if (line.includes('@llvm.experimental.noalias.scope.decl')) {
        continue;
      }
      const moves = /^ +(?:%\S+ = load|store) .*\bptr (%[^ ,)]+), align/.exec(line);
      if (moves && watched && !own.has(moves[1]) && !/__tsan_/.test(out.at(-1)) && !/!nosanitize/.test(line))
        unseen.push(placeOf(/, !dbg !(\d+)/.exec(line)?.[1], file));
      line = line.replace(/(, ![a-zA-Z_.]+ !\d+)+$/, '').replace(/(, ![a-zA-Z_.]+ !\d+)+/g, '');
    }
    out.push(line);
  }
  out.push(...tables(places, symbols, declared, {source, file, stem, hash}));
  const named = new RegExp(`@(${elsewhere.join('|')})(?![\\w.$])`, 'g');
  const known = new RegExp(`@(${Object.keys(functions).join('|')})(?![\\w.$(])`, 'g');
  const at = number => `inttoptr (i32 ${number} to ptr)`;
  return {text: out.join('\n').replace(named, (_, name) => at(data[name])).replace(known, (_, name) => at(functions[name])), places: places.length + 1,
    unseen, symbols: symbols.map(s => s.name), bytes: symbols.reduce((sum, s) => sum + (s.type ? bytesOf(s.type, structs) : 0), 0), streams: symbols.some(s => s.name === '@lens_uses_streams')};
};

const tables = (places, symbols, declared, {source, file, stem, hash}) => {
  const out = [], strings = new Map();
  const string = text => {
    if (!strings.has(text)) {
      const {type, text: value} = quoted(text), name = `@lens_text.${strings.size}`;
      out.push(`${name} = private constant ${type} ${value}`);
      strings.set(text, name);
    }
    return strings.get(text);
  };
  // The names of functions that are left, of what is in memory, and of shared arrays.
  const symbolRows = symbols.map(({name, type, kind}) => {
    const bytes = kind === 0 ? 'i32 1' : `i32 ptrtoint (ptr getelementptr (${type}, ptr null, i32 1) to i32)`;
    return `{ ptr, i32, ptr, i32 } { ptr ${name}, ${bytes}, ptr ${string(name.slice(1).replace(/"/g, ''))}, i32 ${kind} }`;
  });
  const functions = new Set(symbols.filter(s => s.kind === 0).map(s => s.name));
  const placeRows = [{file: '??', line: 0, inside: null}, ...places].map(({file: f, line, inside}) => {
    const name = f === file ? source : f.replace(/^\//, '');
    return `{ ptr, i32, ptr } { ptr ${string(name)}, i32 ${line}, ptr ${functions.has(inside) ? inside : 'null'} }`;
  });
  const {type, text} = quoted(source);
  out.push(...NEEDED.filter(([, name]) => !declared.has(name)).map(([type, name, parameters]) => `declare ${type} ${name}(${parameters})`),
    `@lens_symbols = global [${symbols.length} x { ptr, i32, ptr, i32 }] [${symbolRows.join(', ')}], align 4`,
    `@lens_places = constant [${placeRows.length} x { ptr, i32, ptr }] [${placeRows.join(', ')}], align 4`,
    `@lens_source = constant ${type} ${text}`,
    `@provenance = constant { ptr, ptr, ptr, ptr, ptr, ptr } { ptr ${string(stem)}, ptr ${string(hash)}, ` +
      `ptr ${string('clang')}, ptr ${string('')}, ptr ${string('')}, ptr ${string('')} }`,
    '');
  return out;
};
