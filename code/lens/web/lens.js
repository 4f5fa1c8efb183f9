// lens.js - the lens and a program in one memory: what they print, and how it ends.

// Gives the functions that may wait a way to be left and entered again. In the lens those are all
// that reach fiber_leave(); in a program those that reach one of these.
const WAITS = ['lens_barrier', 'lens_barrier_vote', 'lens_meet', 'lens_meet_living', 'engine_barrier_wait', 'engine_load_rows',
  'engine_load_columns', 'engine_multiply_float', 'engine_multiply_int', 'engine_wait_for_products', 'engine_meet_threads',
  'engine_meet_cluster'];
const rewritten = (binaryen, wasm, change) => {
  const {Features} = binaryen, module = binaryen.readBinary(wasm);
  module.setFeatures(Features.MutableGlobals | Features.NontrappingFPToInt | Features.SIMD128 | Features.SignExt |
    Features.BulkMemory | Features.BulkMemoryOpt | Features.CallIndirectOverlong);
  binaryen.setOptimizeLevel(1);
  binaryen.clearPassArguments();
  change(module);
  const out = module.emitBinary();
  module.dispose();
  return out;
};
export const asyncify_lens = (binaryen, wasm) => rewritten(binaryen, wasm, module => {
  binaryen.setPassArgument('asyncify-ignore-indirect', '1');
  binaryen.setPassArgument('asyncify-export-globals', '1');
  binaryen.setPassArgument('asyncify-imports', 'env.none');
  module.runPasses(['asyncify']);
});
export const asyncify_program = (binaryen, wasm) => rewritten(binaryen, wasm, module => {
  binaryen.setPassArgument('asyncify-imports', WAITS.map(name => `env.${name}`).join(','));
  binaryen.setPassArgument('asyncify-import-globals', '1');
  module.removeGlobal('__stack_pointer');
  module.addGlobalImport('__stack_pointer', 'env', '__stack_pointer', binaryen.i32, true);
  module.runPasses(['asyncify']);
});

class Ended extends Error {
  constructor(code) {
    super(`ended with ${code}`);
    this.code = code;
  }
}

// What no page can do, in a sentence.
class Unable extends Error {}

const TRAPS = [[/divi(de|sion) by zero|divide result/i, 0], [/unreachable/i, 1], [/call stack|too much recursion/i, 2]];
const trapOf = e => TRAPS.find(([said]) => said.test(e.message))?.[1] ?? 3;
const isTrap = e => e instanceof WebAssembly.RuntimeError || e instanceof RangeError;

// What the C library asks of its system (WASI): to write, to know the time, to end.
const system = (memory, write, environment) => {
  const BAD = 8, view = () => new DataView(memory().buffer);
  const all = environment.map(text => new TextEncoder().encode(text + '\0'));
  const known = {
    fd_write(fd, vectors, count, written) {
      const v = view();
      let sum = 0;
      for (let i = 0; i < count; ++i) {
        const at = v.getUint32(vectors + 8 * i, true), n = v.getUint32(vectors + 8 * i + 4, true);
        write(fd, new Uint8Array(memory().buffer, at, n).slice());
        sum += n;
      }
      v.setUint32(written, sum, true);
      return 0;
    },
    fd_fdstat_get(fd, to) {
      if (fd > 2) return BAD;
      new Uint8Array(memory().buffer, to, 24).fill(0);
      view().setUint8(to, 2);
      return 0;
    },
    clock_time_get(id, precision, to) {
      view().setBigUint64(to, BigInt(Math.round((id === 0 ? Date.now() : performance.now()) * 1e6)), true);
      return 0;
    },
    environ_sizes_get(count, bytes) {
      view().setUint32(count, all.length, true);
      view().setUint32(bytes, all.reduce((n, b) => n + b.length, 0), true);
      return 0;
    },
    environ_get(pointers, to) {
      all.forEach((bytes, i) => {
        view().setUint32(pointers + 4 * i, to, true);
        new Uint8Array(memory().buffer).set(bytes, to);
        to += bytes.length;
      });
      return 0;
    },
    proc_exit(code) { throw new Ended(code); },
  };
  return new Proxy({}, {get: (_, name) => known[name] ?? (() => BAD)});
};

// Where the lens has what programs name, and how long its table of functions is.
export const addresses = lens => {
  const e = new WebAssembly.Instance(lens, {wasi_snapshot_preview1: system(null, null, [])}).exports, data = {}, functions = {};
  for (const [name, is] of Object.entries(e)) if (is instanceof WebAssembly.Global) data[name] = is.value;
  const table = e.__indirect_function_table, names = new Map(Object.entries(e).map(([name, is]) => [is, name]));
  for (let i = 1; i < table.length; ++i) if (/^lens_/.test(names.get(table.get(i)))) functions[names.get(table.get(i))] = i;
  return {data, functions, table: table.length};
};

const ROOM_FOR_FUNCTIONS = 8192;

// Puts program and lens together. `about` is what prepare() (ir.js) said of the program.
const join = (lens, {module, about}) => {
  const table = lens.__indirect_function_table, memory = lens.memory;
  table.grow(ROOM_FOR_FUNCTIONS);
  const lacks = WebAssembly.Module.imports(module).find(({name}) => !(name in lens));
  if (lacks) throw new Unable(`the program calls ${lacks.name}(), which there is not in a page`);
  const program = new WebAssembly.Instance(module, {env: lens}).exports;
  const at = name => program[name]?.value ?? 0, u32 = new Uint32Array(memory.buffer), bytes = new Uint8Array(memory.buffer);
  const range = (lo, hi) => [at(lo), at(hi) - at(lo)];
  const sized = name => {
    const i = about.symbols.indexOf('@' + name);
    return i < 0 ? 0 : u32[at('lens_symbols') / 4 + 4 * i + 1];
  };
  ['kernels', 'probes'].forEach((name, i) => {
    if (sized(name) > u32[lens.lens_room.value / 4 + i]) throw new Unable(`the program has more ${name} than there is room for in a page`);
    if (program[name]) bytes.copyWithin(lens[name].value, at(name), at(name) + sized(name));
  });
  bytes.copyWithin(lens.provenance.value, at('provenance'), at('provenance') + 24);
  bytes.copyWithin(lens.lens_source.value, at('lens_source'), at('lens_source') + 255);
  u32.set([...range('__global_base', '__data_end'), ...range('__start_lens_shared', '__stop_lens_shared'),
    ...range('__start_lens_constant', '__stop_lens_constant'), ...range('__start_lens_names', '__stop_lens_names'),
    at('lens_symbols'), about.symbols.length, at('lens_places'), about.places, about.streams ? 1 : 0],
    lens.lens_program.value / 4);
  return program;
};

// Runs `words`, as in ['tiling', 'verify', '--kernel', 'tile-32']. Returns {code, out, err}; `hear` gets each
// piece of text as it comes.
export const run = (lens, program, words, {hear = () => {}, environment = []} = {}) => {
  const texts = {1: [], 2: []}, decoders = {1: new TextDecoder(), 2: new TextDecoder()};
  let e, code = 0;
  const write = (fd, bytes) => {
    const text = decoders[fd]?.decode(bytes, {stream: true}) ?? '';
    texts[fd]?.push(text);
    hear(fd, text);
  };
  const ends = f => {
    try { f(); } catch (error) {
      if (error instanceof Ended) return error.code;
      throw error;
    }
    return 0;
  };
  const begin = () => {
    e = new WebAssembly.Instance(lens, {wasi_snapshot_preview1: system(() => e.memory, write, environment)}).exports;
    const own = join(e, program);
    e.__wasm_call_ctors();
    own.__wasm_call_ctors?.();
    new TextEncoder().encodeInto(words.join('\n') + '\0', new Uint8Array(e.memory.buffer, e.lens_words(), 4000));
    e.lens_main();
  };
  try {
    try {
      code = ends(begin);
    } catch (error) {
      if (!isTrap(error) || !e) throw error;
      e.__stack_pointer.value = 1 << 20;
      code = ends(() => e.lens_trap(trapOf(error)));
    }
  } catch (error) {
    if (!isTrap(error) && !(error instanceof Unable)) throw error;
    texts[2].push(error instanceof Unable ? error.message : `this browser cannot run it: ${error.message}`, '\n');
    code = 2;
  }
  return {code, out: texts[1].join(''), err: texts[2].join('')};
};
