// clang.js - clang and its linker, as WebAssembly: files in, files out. The package runs in node
// and in a page alike; `make play` and the worker use it through here.

// The package looks for `..` in paths where it takes no notice of it; and it copies a whole file
// for each piece that is written.
const mend = ({Directory, WriteStream}) => {
  const walk = Directory.prototype.traverse;
  Directory.prototype.traverse = function (path, how) {
    const parts = [];
    for (const part of path.split('/'))
      if (part === '..') parts.pop();
      else if (part !== '.' && part !== '') parts.push(part);
    return walk.call(this, parts.join('/'), how);
  };
  WriteStream.prototype.write = function (bytes) {
    const file = this.file, at = Number(this.offset), end = at + bytes.length;
    if (end > file.data.length) {
      if (!file.room || file.room.length < end) {
        file.room = new Uint8Array(Math.max(2 * end, 65536));
        file.room.set(file.data);
      }
      file.data = file.room.subarray(0, end);
    }
    file.data.set(bytes, at);
    this.offset += BigInt(bytes.length);
  };
};

// Of [path, what is there] the tree of folders.
export const treeOf = files => {
  const tree = {};
  for (const [path, is] of files) {
    const parts = path.split('/'), name = parts.pop();
    parts.reduce((at, part) => at[part] ??= {}, tree)[name] = is;
  }
  return tree;
};

// What a run of the compiler ended with, and what it said.
export class Refused extends Error {
  constructor(said) {
    super('the compiler refuses');
    this.said = said;
  }
}

const decoder = new TextDecoder(), encoder = new TextEncoder();

// Why the compiler itself ended, in a sentence.
const whyStopped = (message, said) => (/out of memory/i.test(said + message) ? 'the compiler has not memory enough for this program: is there an array of gigabytes?'
  : /call stack|too much recursion/i.test(message) ? 'something in this program is nested too deep for the compiler in a page' : `the compiler stopped: ${message}`);

export class Clang {
  // `bundle`: the package's module with Application, instantiate, Directory and File; `modules`:
  // its compiled WebAssembly by name; `tree`: headers and libraries, a File at each leaf.
  constructor(bundle, modules, tree) {
    this.bundle = bundle;
    this.modules = modules;
    mend(bundle);
    this.tree = this.directory(tree);
  }

  directory(tree) {
    const {Directory, File} = this.bundle, files = {};
    for (const [name, is] of Object.entries(tree))
      files[name] = is instanceof File || is instanceof Directory ? is :
        typeof is === 'string' || is instanceof Uint8Array ? new File(is) : this.directory(is);
    return new Directory(files);
  }

  // One directory laid over another.
  over(below, above) {
    const {Directory} = this.bundle, files = {...below.files};
    for (const [name, is] of Object.entries(above.files))
      files[name] = is instanceof Directory && files[name] instanceof Directory ? this.over(files[name], is) : is;
    return new Directory(files);
  }

  // Runs it with a tree of files besides, and returns the file `out` as bytes, and what was said.
  run(args, tree, out) {
    const {instantiate, Environment, Exit} = this.bundle;
    const environment = new Environment(), said = [];
    const hear = bytes => { if (bytes) said.push(bytes.slice()); };
    environment.args = ['yowasp-llvm', ...args];
    environment.root = this.over(this.tree, this.directory(tree));
    environment.stdin = null;
    environment.stdout = environment.stderr = hear;
    let code = 0, stopped = null;
    try {
      instantiate(name => this.modules[name], {runtime: environment.exports},
        (module, imports) => new WebAssembly.Instance(module, imports)).run.run();
    } catch (e) {
      if (!(e instanceof Exit) && !(e instanceof WebAssembly.RuntimeError) && !(e instanceof RangeError)) throw e;
      code = e.code ?? 1;
      if (!(e instanceof Exit)) stopped = e.message;
    }
    const text = said.map(b => decoder.decode(b)).join('');
    if (stopped) throw new Refused(`${text}\nerror: ${whyStopped(stopped, text)}\n`);
    if (code !== 0) throw new Refused(text);
    return {bytes: out ? environment.root.files[out].data : null, said: text};
  }
}

const TARGET = ['-triple', 'wasm32-unknown-wasip1', '-target-cpu', 'generic', '-target-feature', '+simd128',
  '-target-feature', '+bulk-memory', '-target-feature', '+nontrapping-fptoint', '-target-feature', '+sign-ext',
  '-mrelocation-model', 'static', '-mframe-pointer=none', '-ffp-contract=off',
  '-fno-rounding-math', '-disable-free', '-fgnuc-version=4.2.1', '-resource-dir', '/usr', '-isysroot', '/usr'];
const HEADERS = ['-internal-isystem', '/usr/include', '-internal-isystem', '/usr/include/wasm32-wasip1'];

// A file of the lens or of the bench.
export const c = (file, out, more = []) => ['clang', '-cc1', ...TARGET, ...HEADERS, '-O2', '-std=gnu11', '-Wall', '-Werror',
  '-Wno-unused-parameter', '-Wno-tautological-pointer-compare', '-D_WASI_EMULATED_SIGNAL', '-iquote', '/code', '-iquote',
  '/build', '-I', '/code/lens/cuda', ...more, '-emit-obj', '-x', 'c', file, '-o', out];

// Passes that join, copy or move accesses, or make a loop's turns into places of their own: what
// LENS_EXACT switches off under GCC (lens.mk).
const NOT = 'licm,gvn,sink,jump-threading,loop-load-elim,mldst-motion,dse,memcpyopt,loop-idiom,simple-loop-unswitch,' +
  'loop-unroll,loop-unroll-full,move-auto-init,mergeicmps,callsite-splitting,correlated-propagation,tailcallelim,' +
  'constraint-elimination,loop-distribute,vector-combine,slp-vectorizer,loop-vectorize,mergefunc,function-attrs,' +
  'inferattrs,rpo-function-attrs';

// A program, with the sanitizers' calls, into LLVM's text; and the header that each begins with,
// ahead of time.
const PROGRAM = ['-O1', '-std=gnu++17', '-ftemplate-depth=128', '-fbracket-depth', '64', '-fvisibility=hidden', '-fwrapv', '-relaxed-aliasing', '-fno-finite-loops', '-fno-delete-null-pointer-checks',
  '-fno-builtin-memcpy', '-fno-builtin-memmove', '-fno-builtin-memset', '-fno-builtin-memcmp',
  '-ftrivial-auto-var-init=pattern', '-fsanitize=thread,array-bounds,alignment', '-fsanitize-recover=array-bounds,alignment',
  '-debug-info-kind=line-tables-only', '-dwarf-version=4', '-fdeprecated-macro', '-fno-threadsafe-statics', '-fwarn-stack-size=122880',
  '-mllvm', '-tsan-instrument-func-entry-exit=0', '-mllvm', '-tsan-instrument-read-before-write=1',
  '-mllvm', '-tsan-omit-by-pointer-capturing=0', '-mllvm', '-opt-disable=' + NOT,
  '-mllvm', '-simplifycfg-hoist-common=0', '-mllvm', '-simplifycfg-sink-common=0', '-mllvm', '-simplifycfg-merge-cond-stores=0',
  '-mllvm', '-simplifycfg-hoist-cond-stores=0',
  '-Wall', '-Wno-sign-compare', '-Wno-unknown-pragmas', '-Wno-unused-function', '-Wno-missing-field-initializers',
  '-Wno-missing-braces', '-Wno-pass-failed', '-Wno-unused-private-field',
  '-internal-isystem', '/usr/include/wasm32-wasip1/c++/v1', '-internal-isystem', '/usr/include/c++/v1', ...HEADERS,
  '-iquote', '/code', '-I', '/code/lens/cuda'];
export const ahead = out => ['clang', '-cc1', ...TARGET, ...PROGRAM, '-x', 'c++-header', '-emit-pch',
  '/code/lens/cuda/cuda_runtime.h', '-o', out];
export const program = (file, out, include) => ['clang', '-cc1', ...TARGET, ...PROGRAM, '-include-pch', '/ahead.pch',
  ...include.flatMap(h => ['-include', h]), '-iquote', file.replace(/\/[^/]*$/, ''), '-fno-caret-diagnostics',
  '-x', 'c++', '-emit-llvm', file, '-o', out];
export const assemble = (text, out) => ['clang', '-cc1', ...TARGET, '-O1', '-emit-obj', '-x', 'ir', text, '-o', out];

// The lens has the memory from here on, and its stack the first of it; what lies between is the
// program's. Programs and the lens are linked apart, so that the lens is there already.
export const PROGRAM_AT = 1 << 20, LENS_AT = 32 << 20;

// What programs may call of the C library beside what the lens itself does.
const LIBRARY = ('abs labs llabs abort exit malloc calloc realloc free qsort rand srand atoi atof strtol strtoul strtod ' +
  'printf fprintf snprintf sprintf puts putchar fputs fputc fflush memcpy memmove memset memcmp strlen strcmp strncmp ' +
  'strcpy strncpy strcat strchr strrchr strstr stdout stderr time ' +
  'sqrt cbrt pow exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan atan2 sinh cosh tanh floor ceil round ' +
  'trunc rint nearbyint fabs fmin fmax fmod fma hypot ldexp frexp scalbn lround lrint copysign erf').split(' ')
  .flatMap(name => /^(sqrt|cbrt|pow|exp|exp2|expm1|log|log2|log10|log1p|a?(sin|cos|tan)h?|atan2|floor|ceil|round|trunc|rint|nearbyint|fabs|fmin|fmax|fmod|fma|hypot|ldexp|frexp|scalbn|lround|lrint|copysign|erf)$/.test(name) ? [name, name + 'f'] : [name]);
const BUILTINS = '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a';
export const link_lens = (objects, out) => ['wasm-ld', '--no-entry', '--stack-first', '-z',
  `stack-size=${PROGRAM_AT}`, `--global-base=${LENS_AT}`, '--export-table', '--growable-table',
  '--export=__wasm_call_ctors', '--export=__stack_pointer', '--export-dynamic', '--strip-debug',
  ...LIBRARY.map(name => `--export=${name}`),
  ...objects, '-L/usr/lib/wasm32-wasip1', '-lc', '-lwasi-emulated-signal', '-lc++abi', BUILTINS, '-o', out];

const PROGRAM_EXPORTS = ['kernels', 'probes', 'provenance', 'lens_source', 'lens_symbols', 'lens_places', '__global_base',
  '__data_end', '__wasm_call_ctors', ...['lens_shared', 'lens_constant', 'lens_names'].flatMap(s => [`__start_${s}`, `__stop_${s}`])];
export const link_program = (object, table, out) => ['wasm-ld', '--no-entry', '--import-memory', '--import-table',
  '--allow-undefined', '-z', 'stack-size=16', `--global-base=${PROGRAM_AT}`, `--table-base=${table}`,
  ...PROGRAM_EXPORTS.map(name => `--export-if-defined=${name}`), object, BUILTINS, '-o', out];
