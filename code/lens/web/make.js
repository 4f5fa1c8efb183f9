// make.js - what `make play` makes of the lens: node code/lens/web/make.js NODE_MODULES OUT. It compiles the lens' own
// C files with the clang that the page has, packs what programs include, and lists it all in manifest.json.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import url from 'node:url';
import zlib from 'node:zlib';

const [packages, out] = process.argv.slice(2), clangAt = `${packages}/@yowasp/clang`, objects = 'build/npm/lens';
const read = name => fs.readFileSync(name), bytesOf = name => new Uint8Array(read(name));
const write = (name, bytes) => {
  fs.mkdirSync(path.dirname(name), {recursive: true});
  fs.writeFileSync(`${name}.new`, bytes);
  fs.renameSync(`${name}.new`, name);
};
const load = name => import(url.pathToFileURL(path.resolve(name)));
const under = (folder, fits) => fs.readdirSync(folder, {withFileTypes: true}).flatMap(e =>
  e.isDirectory() ? under(`${folder}/${e.name}`, fits) : fits(`${folder}/${e.name}`) ? [`${folder}/${e.name}`] : []);

// The package's module, with names that it keeps to itself.
fs.mkdirSync(objects, {recursive: true});
write(`${objects}/bundle.js`, read(`${clangAt}/gen/bundle.js`) +
  '\nexport { instantiate, Environment, Directory, File, WriteStream, unpackTarFilesystem };\n');
fs.writeFileSync(`${objects}/package.json`, '{"type": "module"}\n');
for (const name of ['clang', 'ir', 'lens', 'sed', 'pick', 'engine', 'worker']) fs.copyFileSync(`code/lens/web/${name}.js`, `${objects}/${name}.js`);

const bundle = await load(`${objects}/bundle.js`);
const {Clang, Refused, c, ahead, link_lens, treeOf} = await load(`${objects}/clang.js`);
const {asyncify_lens} = await load(`${objects}/lens.js`);
const {sed} = await load(`${objects}/sed.js`);
const {default: binaryen} = await load(`${packages}/binaryen/index.js`);

const CORES = ['llvm.core.wasm', 'llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm'];
const modules = Object.fromEntries(CORES.map(name => [name, new WebAssembly.Module(read(`${clangAt}/gen/${name}`))]));
const tar = read(`${clangAt}/gen/llvm-resources.tar`);
const usr = bundle.unpackTarFilesystem(tar.buffer.slice(tar.byteOffset, tar.byteOffset + tar.byteLength));
const clang = new Clang(bundle, modules, {usr});
const clanged = (args, tree, name) => {
  try {
    const {bytes, said} = clang.run(args, tree, name);
    if (said) process.stderr.write(said);
    return bytes;
  } catch (e) {
    if (!(e instanceof Refused)) throw e;
    process.stderr.write(e.said);
    process.exit(1);
  }
};

// The lens: its own files and the bench's, but those that only a program of the system has.
const NOT = ['bench/provenance', 'bench/cubin', 'bench/progress', 'bench/none', 'lens/host', 'lens/fiber', 'lens/lines', 'lens/table',
  'lens/signals', 'lens/source'].map(name => `code/${name}.c`);
const sources = ['code/bench', 'code/lens', 'code/lens/web'].flatMap(folder =>
  fs.readdirSync(folder).filter(name => name.endsWith('.c')).map(name => `${folder}/${name}`)).filter(name => !NOT.includes(name));
const headers = under('code', name => /\.(h|inc)$/.test(name));
const newest = Math.max(...[...headers, 'code/lens/web/clang.js', 'build/columns.inc'].map(name => fs.statSync(name).mtimeMs));
const forC = treeOf([...headers, ...sources, 'build/columns.inc'].map(name => [name, bytesOf(name)]));
const linked = {};
for (const name of sources) {
  const object = `${objects}/${name.replace(/^code\//, '').replace(/\//g, '-')}.o`;
  const is = fs.existsSync(object) ? fs.statSync(object).mtimeMs : 0;
  if (is < newest || is < fs.statSync(name).mtimeMs) {
    console.log(`clang   ${name}`);
    write(object, clanged(c('/' + name, '/out.o'), forC, 'out.o'));
  }
  linked[path.basename(object)] = bytesOf(object);
}
const lens = asyncify_lens(binaryen, clanged(link_lens(Object.keys(linked).map(name => `/o/${name}`), '/out.wasm'), {o: linked}, 'out.wasm'));

// What programs include, as launch.sed leaves it, and the header that all begin with, ahead of time.
const script = read('code/lens/launch.sed').toString(), translate = sed(script);
const seen = [...under('code', name => /\.(h|cuh)$/.test(name) && !/^code\/(lens\/(?!cuda|engine|half)|tune|loops|bench\/gpu)/.test(name)),
  ...under('code/lens/cuda', name => !/\.h$/.test(name)), ...under('build/tuned', name => name.endsWith('.h'))]
  .map(name => [name, Buffer.from(translate(read(name).toString()))]);
const programs = fs.readdirSync('code').filter(name => name.endsWith('.cu')).map(name => [`code/${name}`, Buffer.from(translate(read(`code/${name}`).toString()))]);
const pch = clanged(ahead('/ahead.pch'), treeOf(seen), 'ahead.pch');

// Of the package's headers those that a C or C++ program of this kind may want.
const system = [];
const walk = (tree, at) => {
  for (const [name, is] of Object.entries(tree)) {
    if (!(is instanceof Uint8Array) && typeof is !== 'string') walk(is, `${at}/${name}`);
    else if (/\/(__cxx03|experimental|__pstl|__locale_dir|__filesystem|__thread|__stop_token)\//.test(`${at}/`) || /^usr\/share/.test(at)) continue;
    else if (/^usr\/include\/(cuda_wrappers|fuzzer|hlsl|llvm_|openmp|orc|ppc_|profile|sanitizer|zos|wasm32-wasip1\/(net|arpa|sys\/(socket|un)))/.test(at)) continue;
    else if (/^usr\/include$/.test(at) && !/^(std|limits|float|__std|inttypes|iso646|tgmath|wasm_simd|unwind)/.test(name)) continue;
    else if (/^usr\/lib/.test(at) && name !== 'libclang_rt.builtins.a') continue;
    else system.push([`${at}/${name}`, is]);
  }
};
walk(usr, 'usr');

const pack = files => {
  const index = [];
  let at = 0;
  for (const [name, bytes] of files) {
    index.push([name, at, bytes.length]);
    at += bytes.length;
  }
  const head = Buffer.from(JSON.stringify(index)), n = Buffer.alloc(4);
  n.writeUInt32LE(head.length);
  return Buffer.concat([n, head, ...files.map(([, bytes]) => Buffer.from(bytes))]);
};

const gzip = bytes => zlib.gzipSync(bytes, {level: 9});
const made = [];
const keep = (name, bytes) => {
  write(`${out}/${name}`, bytes);
  made.push({path: name, bytes: bytes.length, sha256: crypto.createHash('sha256').update(bytes).digest('hex')});
};
const same = (name, from, make = read) => { // takes long: made once
  const to = `${out}/${name}`, bytes = fs.existsSync(to) && fs.statSync(to).mtimeMs > fs.statSync(from).mtimeMs ? read(to) : gzip(make(from));
  keep(name, bytes);
};
for (const name of CORES) same(`${name}.gz`, `${clangAt}/gen/${name}`);
// Binaryen's WebAssembly stands in its script as text. Apart from it a browser compiles it beside the rest, and as it comes.
const apart = text => {
  const at = text.indexOf('`\\0asm'), ends = /[^\\](?:\\\\)*`/g, begins = /var [\w$]+=await ([\w$]+)\(\),([\w$]+)=[\w$]+;export\{\2 as default\};?\s*$/;
  ends.lastIndex = at + 1;
  if (at < 0 || !ends.test(text) || !begins.test(text)) {
    console.error('play: this version of binaryen keeps its WebAssembly in another way: mend apart() in code/lens/web/make.js');
    process.exit(1);
  }
  const letters = new Function(`return ${text.slice(at, ends.lastIndex)}`)();
  return [(text.slice(0, at) + "''" + text.slice(ends.lastIndex)).replace(begins, 'export{$1 as default};'),
    Uint8Array.from(letters, (_, i) => { const c = letters.charCodeAt(i); return c > 255 ? 0 : c; })];
};
const [script_of_binaryen, wasm_of_binaryen] = apart(read(`${packages}/binaryen/index.js`).toString());
keep('binaryen.js.gz', gzip(script_of_binaryen));
same('binaryen.wasm.gz', `${packages}/binaryen/index.js`, () => wasm_of_binaryen);
keep('lens.wasm.gz', gzip(lens));
keep('files.bin.gz', gzip(pack([['launch.sed', Buffer.from(script)], ['ahead.pch', pch], ...seen, ...programs, ...system])));
const bytes = made.reduce((n, f) => n + f.bytes, 0);
const version = crypto.createHash('sha256').update(JSON.stringify(made)).update(read(`${objects}/worker.js`)).digest('hex').slice(0, 16);
write(`${out}/manifest.json`, JSON.stringify({version, bytes, files: made}, null, 1) + '\n');
console.log(`play    ${out}: ${(bytes / 1e6).toFixed(1)} MB to load`);
