// ir.js - LLVM's text of a program, as the lens wants it. Under GCC a call of the lens is known by
// the address to which it returns, and the program by its own file. WebAssembly shows neither, so
// each call of the lens gets a number here, which is put into lens_caller before it; and tables of
// lines and of names go along with the program (web/table.c).

const NAME = String.raw`(?:"[^"]*"|[\w.$-]+)`;
const GLOBAL = new RegExp(`^(@${NAME}) = (.*?)\\b(global|constant) (.*)$`);
const DEFINES = new RegExp(`^define .*?(@${NAME})\\(`);
const LABEL = new RegExp(`^(${NAME}):`), TARGETS = new RegExp(`label %(${NAME})`, 'g');
const SHARED_AT = new RegExp(`call .*@llvm\\.threadlocal\\.address\\.p0\\(ptr (?:align \\d+ |nonnull )*(@${NAME})\\)`);
const CALLS = /call .*?@(__tsan_\w+|lens_\w+|engine_\w+|__ubsan_\w+|llvm\.(?:ubsan)?trap)\(/;
const HANDED = /\b(sret|byval)\([^)]*\)[^,%]*(%[\w.]+)/g; // a struct by value
const BUILT_IN = /@(threadIdx|blockIdx|blockDim|gridDim)\b/;
const ATTACHED = /(, ![a-zA-Z_.]+ !\d+)+/g;

// What a debugger would be told: !7 = !DILocation(line: 3, column: 9, scope: !5, inlinedAt: !6). Gives a
// function from such a number to the frame that the lens names, by the rule of lines.c: the innermost of the
// chapter's own file, or else of those that are of one file up to the outermost.
const readPlaces = (lines, source) => {
  const nodes = new Map(), known = new Map();
  for (const line of lines) {
    const m = /^!(\d+) = (?:distinct )?!DI\w+\((.*)\)$/.exec(line);
    if (m) nodes.set(m[1], m[2]);
  }
  const field = (node, name) => new RegExp(`\\b${name}: !?("[^"]*"|\\d+)`).exec(node)?.[1];
  const fileOf = scope => {
    for (let node = nodes.get(scope); node; node = nodes.get(field(node, 'scope'))) {
      const file = field(node, 'file');
      if (file) return field(nodes.get(file), 'filename').slice(1, -1);
    }
    return '??';
  };
  const find = number => {
    let best = null, innermost = '??';
    for (let at = nodes.get(number); at; at = nodes.get(field(at, 'inlinedAt'))) {
      const here = {file: fileOf(field(at, 'scope')), line: Number(field(at, 'line') ?? 0)};
      if (!best) innermost = here.file;
      if (!best || here.file === source || here.file !== best.file) best = here;
      if (here.file === source) break;
    }
    return {file: '??', line: 0, ...best, innermost};
  };
  return number => {
    if (!known.has(number)) known.set(number, find(number));
    return known.get(number);
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

// Text as a constant of LLVM.
const quoted = text => {
  const bytes = new TextEncoder().encode(text);
  const plain = b => b >= 32 && b < 127 && b !== 34 && b !== 92;
  const out = [...bytes].map(b => plain(b) ? String.fromCharCode(b) : '\\' + b.toString(16).padStart(2, '0').toUpperCase());
  return {type: `[${bytes.length + 1} x i8]`, text: `c"${out.join('')}\\00"`};
};

// What moves more than one instruction does, and what need not lie at a multiple of its size, goes
// by the functions that GCC would call.
const renamed = line => line.replace(/@__tsan_(mem(?:cpy|move|set))\(/, '@lens_$1(')
  .replace(/@__tsan_unaligned_(read|write)(\d+)\((.*?)\)/, '@__tsan_$1_range($3, i32 $2)');
const NEEDED = [['void', '@lens_turn', ''], ['ptr', '@lens_memcpy', 'ptr, ptr, i32'], ['ptr', '@lens_memmove', 'ptr, ptr, i32'],
  ['ptr', '@lens_memset', 'ptr, i32, i32'], ['void', '@__tsan_read_range', 'ptr, i32'],
  ['void', '@__tsan_write_range', 'ptr, i32']];

const FUNCTION = 0, OBJECT = 1, SHARED_ARRAY = 2; // table.h

class Program {
  // `source` is the chapter's file as the lens names it; in the text it lies at `/` + source.
  constructor(text, source, data) {
    this.lines = text.split('\n');
    this.placeOf = readPlaces(this.lines, '/' + source);
    this.data = data;
    this.out = [];
    this.places = []; // of the calls of the lens, from number 1
    this.unseen = []; // places of accesses that are not announced, and what they are
    this.symbols = [];
    this.structs = new Map();
    this.constants = new Set();
    this.declared = new Set();
    this.elsewhere = ['lens_caller']; // variables of the lens that the program names
    // Functions whose accesses the compiler announces.
    this.sanitized = new Set([...text.matchAll(/^attributes (#\d+) = \{[^}]*\bsanitize_thread\b/gm)].map(m => m[1]));
    this.inside = null; // the name of the function
  }

  read() {
    for (const line of this.lines) {
      if (this.inside === null) this.top(line);
      else if (line === '}') { this.inside = null; this.out.push(line); }
      else if (line[0] !== ' ') this.label(line);
      else this.instruction(line);
    }
  }

  top(line) {
    if (line[0] === '!' || line[0] === ';') return;
    const struct = /^(%\S+) = type (.*)$/.exec(line), global = GLOBAL.exec(line), defines = DEFINES.exec(line);
    if (struct) this.structs.set(struct[1], struct[2]);
    if (global) this.global(line, ...global.slice(1));
    else if (defines) this.define(line, defines[1]);
    else if (line.startsWith('declare ')) this.declare(line);
    else if (line.startsWith('attributes ')) this.out.push(line.replace(/ sanitize_thread\b/, '').replace(/ memory\([^)]*\)/, ''));
    else this.out.push(line);
  }

  global(line, name, how, kind, rest) {
    const external = /\bexternal\b/.test(how), shared = /\bthread_local(\([a-z]+\))? /;
    if (external && name.slice(1) in this.data) {
      this.elsewhere.push(name.slice(1));
      return;
    }
    if (kind === 'constant') this.constants.add(name);
    if (shared.test(how)) {
      line = line.replace(shared, '');
      if (!external) line = line.replace(/((?:, comdat(?:\([^)]*\))?)?(?:, align \d+)?(?:, !dbg !\d+)?)$/, ', section "lens_shared"$1');
      this.symbols.push({name, type: typeAt(rest), kind: SHARED_ARRAY});
    } else if (!external && !/\bprivate\b/.test(how) && !/^@(llvm\.|lens_(?!uses_streams)|tsan\.|__|\.)/.test(name)) {
      this.symbols.push({name, type: typeAt(rest), kind: OBJECT});
    }
    // An array's type in a sentence, as GCC writes it: 'float [8]'.
    this.out.push(line.replace(/(\{ i16 -?\d+, i16 -?\d+, \[)(\d+)( x i8\] \} \{ i16 -?\d+, i16 -?\d+, \[)\d+( x i8\] c"'[^'["]*[^ '["])\[/,
      (_, a, n, b, c) => `${a}${+n + 1}${b}${+n + 1}${c} [`));
  }

  define(line, name) {
    this.inside = name;
    this.labels = new Set();
    this.watched = this.sanitized.has(/ (#\d+) /.exec(line)?.[1]);
    // What points to variables of its own, whose bounds the compiler knows, or to constants.
    this.own = new Set([...line.matchAll(HANDED)].map(m => m[2]));
    this.loaded = new Map(); // a value: from where, and by which piece of the text
    this.filled = new Set(); // variables of its own that are copies of what lies in memory
    this.returned = new Set(); // and those that a function returned
    if (name.startsWith('@_Z')) this.symbols.push({name, kind: FUNCTION});
    this.out.push(line.replace(/ !dbg !\d+/, ''));
  }

  declare(line) {
    const name = /@[\w.$]+/.exec(line)?.[0] ?? '';
    if (/^@__tsan_(mem|unaligned)/.test(name)) return;
    this.declared.add(name);
    this.out.push(name.startsWith('@lens_') ? line.replace(/ memory\([^)]*\)/, '') : line);
  }

  label(line) {
    const m = LABEL.exec(line);
    if (m) this.labels.add(m[1]);
    this.out.push(line);
  }

  place(line) {
    return this.placeOf(/, !dbg !(\d+)/.exec(line)?.[1]);
  }

  mark(line) {
    this.places.push({...this.place(line), inside: this.inside});
    this.out.push(`  store i32 ${this.places.length}, ptr @lens_caller, align 4`);
  }

  isOwn(pointer) {
    return this.own.has(pointer) || this.constants.has(pointer);
  }

  instruction(line) {
    const calls = CALLS.exec(line)?.[1];
    const points = /^ +(%\S+) = (?:alloca |getelementptr .*?, ptr ([%@][^ ,]+))/.exec(line);
    if (points && (!points[2] || this.isOwn(points[2]))) this.own.add(points[1]);
    if (calls && /^__tsan_(unaligned_)?(read|write)/.test(calls) &&
        (BUILT_IN.test(line) || this.isOwn(/\(ptr (%[^ ,)]+)/.exec(line)?.[1]))) return;
    if (line.includes('@llvm.experimental.noalias.scope.decl')) return;
    if (calls || / = [us](?:div|rem) /.test(line)) this.mark(line);
    if (/^ +(br|switch) /.test(line) && this.goesBack(line)) {
      this.mark(line);
      this.out.push('  call void @lens_turn()');
    }
    if (this.isUnseen(line)) this.refuse(line, 'the compiler makes an access here that the lens would not see; put what it moves into a variable first');
    if (this.watched) this.handOver(line);
    this.out.push(renamed(line).replace(ATTACHED, '').replace(SHARED_AT, 'getelementptr i8, ptr $1, i32 0'));
  }

  // True of a jump to a label that stands above: a turn of a loop.
  goesBack(line) {
    return [...line.matchAll(TARGETS)].some(m => this.labels.has(m[1]));
  }

  refuse(line, what) {
    this.unseen.push({...this.place(line), what});
  }

  // What unseen.awk refuses, for GCC does not announce it: a struct that is given by value straight from memory, or returned
  // straight into it. Clang copies it first, and the copy is of the very piece of the text that hands it over.
  handOver(line) {
    const loads = /^ +(%\S+) = load .*\bptr ([%@][^ ,]+), align/.exec(line), stores = /^ +store \S+ (%[^ ,]+), ptr ([%@][^ ,]+), align/.exec(line);
    const copies = /@__tsan_mem(?:cpy|move)\(ptr [^%@]*([%@][^ ,]+), ptr [^%@]*([%@][^ ,]+),/.exec(line), text = /, !dbg !(\d+)/.exec(line)?.[1];
    if (loads) this.loaded.set(loads[1], {from: loads[2], text});
    const load = stores && this.loaded.get(stores[1]), [to, from] = copies ? copies.slice(1) : load && load.text === text ? [stores[2], load.from] : [];
    if (to && this.isOwn(to) && !this.isOwn(from)) this.filled.add(to);
    if (to && !this.isOwn(to) && this.returned.has(from) && from.startsWith('%ref.tmp'))
      this.refuse(line, 'what a function returns goes straight into memory, by value, and the lens would not see it; put it into a variable of its own first');
    if (!/^ +(%\S+ = )?(tail |musttail |notail )?(call|invoke) /.test(line) || /\/lens_device\.h$/.test(this.place(line).innermost)) return; // there the host launches
    for (const [, how, pointer] of line.matchAll(HANDED))
      if (how === 'sret') this.returned.add(pointer);
      else if (this.filled.has(pointer)) this.refuse(line, 'a function is given by value what lies in memory, and the lens would not see it; put it into a variable of its own first');
  }

  // True of an access, in a function that the compiler has looked at, which it has not announced.
  isUnseen(line) {
    const moves = /^ +(?:%\S+ = load|store) .*\bptr (%[^ ,)]+), align/.exec(line);
    return moves && this.watched && !this.isOwn(moves[1]) && !this.out.at(-1).includes('@__tsan_') && !line.includes('!nosanitize');
  }
}

// What the lens reads of the program.
const tablesOf = ({places, symbols}, {source, stem}) => {
  const out = [], strings = new Map(), functions = new Set(symbols.filter(s => s.kind === FUNCTION).map(s => s.name));
  const string = text => {
    if (!strings.has(text)) {
      const {type, text: value} = quoted(text);
      strings.set(text, `@lens_text.${strings.size}`);
      out.push(`${strings.get(text)} = private constant ${type} ${value}`);
    }
    return strings.get(text);
  };
  const table = (name, type, rows, kind) =>
    out.push(`@${name} = ${kind} [${rows.length} x ${type}] [${rows.map(row => `${type} ${row}`).join(', ')}], align 4`);
  table('lens_symbols', '{ ptr, i32, ptr, i32 }', symbols.map(({name, type, kind}) => {
    const bytes = kind === FUNCTION ? '1' : `ptrtoint (ptr getelementptr (${type}, ptr null, i32 1) to i32)`;
    return `{ ptr ${name}, i32 ${bytes}, ptr ${string(name.slice(1).replace(/"/g, ''))}, i32 ${kind} }`;
  }), 'global');
  table('lens_places', '{ ptr, i32, ptr }', [{file: '??', line: 0, inside: null}, ...places].map(({file, line, inside}) =>
    `{ ptr ${string(file.replace(/^\//, ''))}, i32 ${line}, ptr ${functions.has(inside) ? inside : 'null'} }`), 'constant');
  const {type, text} = quoted(source);
  out.push(`@lens_source = constant ${type} ${text}`,
    `@provenance = constant { ptr, ptr, ptr, ptr, ptr, ptr } { ${[stem, '', 'clang', '', '', ''].map(t => `ptr ${string(t)}`).join(', ')} }`);
  return out;
};

// The text, changed, and what join() (lens.js) needs to know of it. `data` says where the lens has the variables that a
// program names, and `functions` what it calls its own functions, by which it knows them.
export const prepare = (text, {source, stem, data, functions}) => {
  const program = new Program(text, source, data);
  program.read();
  program.out.push(...NEEDED.filter(([, name]) => !program.declared.has(name))
    .map(([type, name, parameters]) => `declare ${type} ${name}(${parameters})`), ...tablesOf(program, {source, stem}), '');
  const lies = number => `inttoptr (i32 ${number} to ptr)`;
  const variables = new RegExp(`@(${program.elsewhere.join('|')})(?![\\w.$])`, 'g');
  const values = new RegExp(`@(${Object.keys(functions).join('|')})(?![\\w.$(])`, 'g');
  const {symbols, structs} = program;
  return {
    text: program.out.join('\n').replace(variables, (_, name) => lies(data[name])).replace(values, (_, name) => lies(functions[name])),
    unseen: program.unseen,
    places: program.places.length + 1,
    symbols: symbols.map(s => s.name),
    streams: symbols.some(s => s.name === '@lens_uses_streams'),
    bytes: symbols.reduce((sum, s) => sum + (s.type ? bytesOf(s.type, structs) : 0), 0),
  };
};
