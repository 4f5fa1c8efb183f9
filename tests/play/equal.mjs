// equal.mjs right|counts|bad|good|refused [NAME...]: what the lens says in a page is what GCC's lens says. Prints a line for each
// program, `# ` and both where they differ; what may differ, and why, is in unequal.tsv.
import fs from 'node:fs';
import { execFileSync } from 'node:child_process';
import { engine, program, Refused } from './engine.mjs';

const [what, ...only] = process.argv.slice(2), used = new Set();
let number = 0;
const told = (ok, name) => console.log(`${ok ? 'ok' : 'not ok'} ${++number} - ${name}`);
const note = text => console.log(text.replace(/^/gm, '# '));
const rows = name => fs.readFileSync(name, 'utf8').split('\n').filter(line => line && line[0] !== '#').map(line => line.split('\t'));
const excused = rows('tests/play/unequal.tsv').filter(row => row[0] === what);
const whole = text => new RegExp(`^(?:${text})$`);
const isExcused = (file, kernel, asked, here) => excused.some((row, i) => {
  const fits = row[1] === file && (row[2] === '*' || row[2].split(' ').includes(kernel)) && whole(row[3]).test(asked.trim()) && whole(row[4]).test(here);
  if (fits) used.add(i);
  return fits;
});
const made = source => {
  try { return program(source); } catch (error) {
    if (!(error instanceof Refused)) throw error;
    note(error.said);
    return null;
  }
};
const stemOf = source => source.replace(/^.*\//, '').replace(/\.cu$/, '');

// The rows of a record at 128 x 128 x 128, by kernel, line, space, operation and array.
const counted = text => {
  const out = new Map();
  for (const line of text.split('\n').filter(l => l && l[0] !== '#').slice(1)) {
    const cells = line.split(',');
    if (cells.slice(1, 4).every(n => n === '128')) out.set([cells[0], ...cells.slice(4, 8)].join(' '), cells.slice(8).join(','));
  }
  return out;
};
// A row that only one of them has, where the other has the same row a few lines further, is asked for without its line, as moved.
const near = (key, own, other) => {
  const [kernel, line, ...rest] = key.split(' '), [, header, at] = /^(.*:)?(.*)$/.exec(line);
  return !other.has(key) && [-4, -3, -2, -1, 1, 2, 3, 4].some(by => {
    const there = [kernel, `${header ?? ''}${+at + by}`, ...rest].join(' ');
    return !own.has(there) && other.get(there) === own.get(key);
  });
};
const differences = (stem, gcc, here) => {
  const keys = new Set([...gcc.keys(), ...here.keys()]);
  return [...keys].filter(key => {
    const [kernel, ...asked] = key.split(' '), moved = near(key, gcc, here) || near(key, here, gcc);
    return gcc.get(key) !== here.get(key) && !isExcused(stem, kernel, moved ? `moved ${asked.slice(1).join(' ')}` : asked.join(' '), here.get(key) ?? 'nothing');
  }).map(key => `${key}\n  GCC  ${gcc.get(key)}\n  page ${here.get(key)}`);
};

const stems = fs.readdirSync('data/lens').filter(name => name.endsWith('.csv')).map(name => name.slice(0, -4))
  .filter(name => !only.length || only.includes(name));

if (what === 'right') {
  for (const stem of stems) {
    const built = made(`code/${stem}.cu`), run = built && engine.run(built, ['verify']);
    const right = run && (run.code === 0 || isExcused(stem, '-', 'verify', run.err.trim()));
    if (run && !right) note(run.err);
    told(right, `every kernel of ${stem} is right`);
  }
}

if (what === 'counts') {
  for (const stem of stems) {
    const built = made(`code/${stem}.cu`), run = built && engine.run(built, ['count']);
    if (run && run.code !== 0) note(run.err);
    const left = run && run.code === 0 ? differences(stem, counted(fs.readFileSync(`data/lens/${stem}.csv`, 'utf8')), counted(run.out)) : null;
    if (left) left.slice(0, 12).forEach(note);
    told(left && left.length === 0, `${stem} is counted as by GCC's lens`);
  }
}

if (what === 'bad') {
  const programs = new Map();
  for (const [file, kernel, asked, sentence] of rows('tests/bad/told.tsv')) programs.set(file, [...programs.get(file) ?? [], [kernel, asked, sentence]]);
  for (const [file, cases] of [...programs].filter(([name]) => !only.length || only.includes(name))) {
    const built = made(`tests/bad/${file}.cu`);
    let wrong = built ? 0 : cases.length;
    for (const [kernel, asked, sentence] of built ? cases : []) {
      const run = engine.run(built, [...asked.split(' '), '--kernel', kernel], { environment: ['LENS_SECONDS=5'] });
      const here = run.err.trim().replace(`${file}: `, '') || 'right';
      if (here === sentence || isExcused(file, kernel, asked, here)) continue;
      note(`${kernel}: ${asked}\n  GCC  ${sentence}\n  page ${here}`);
      ++wrong;
    }
    told(wrong === 0, `${cases.length} mistakes of ${file}.cu are told as by GCC's lens`);
  }
}

if (what === 'good') {
  for (const file of ['forms', 'boxes', 'tensors', 'groups', 'split', 'parts'].filter(name => !only.length || only.includes(name))) {
    const gcc = `build/lens/judged/good/${file}`, built = made(`tests/good/${file}.cu`), kernels = execFileSync(gcc, ['list'], { encoding: 'utf8' }).trim().split('\n');
    const wrong = [];
    for (const kernel of built ? kernels : []) {
      const verified = engine.run(built, ['verify', '--kernel', kernel]), words = ['count', '--kernel', kernel];
      if (verified.code !== 0 && !isExcused(file, kernel, 'verify', verified.err.trim())) wrong.push(`${kernel}: ${verified.err}`);
      const here = engine.run(built, words);
      if (here.code !== 0) { if (!isExcused(file, kernel, 'count', here.err.trim())) wrong.push(`${kernel}: ${here.err}`); continue; }
      wrong.push(...differences(file, counted(execFileSync(gcc, words, { encoding: 'utf8' })), counted(here.out)));
    }
    wrong.forEach(note);
    told(built && wrong.length === 0, `${kernels.length} unusual kernels of ${file}.cu are right, and counted as by GCC's lens`);
  }
}

if (what === 'refused') {
  const head = fs.readFileSync('tests/lens/by-value.h', 'utf8'), source = 'code/by-value.cu';
  for (const [is, name, code] of rows('tests/lens/by-value.tsv')) {
    const text = `#include <cuda_runtime.h>\n${head}__global__ void k(three *P, pair *Q, two *T, float *C, int i, three given)\n{\n${code}\n}\n` +
      'void run(three *P, pair *Q, two *T, float *C) { k<<<1, 1>>>(P, Q, T, C, 1, three{1, 2, 3}); }\n';
    let said = '';
    try { engine.build(source, { [source]: text }); } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said = error.said;
    }
    if (said) note(said);
    told(is === 'taken' ? !said : /by-value\.cu:15:0: error: .*by value.*put it into a variable of its own/.test(said), `${is}: ${name}`);
  }
}

if (!only.length) {
  const idle = excused.filter((row, i) => !used.has(i) && !row.at(-1).startsWith('sometimes'));
  idle.forEach(row => note(row.join('\t')));
  told(idle.length === 0, 'no exception is for nothing');
}
console.log(`1..${number}`);
