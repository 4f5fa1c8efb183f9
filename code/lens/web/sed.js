// sed.js - as much of sed as launch.sed uses: addresses, { }, labels, b, t, N and s. A page has
// no sed; so that there is one script all the same, it is read here as it stands.

// A basic regular expression of GNU sed as one of JavaScript.
const translate = text => {
  let out = '', i = 0;
  const opens = () => out === '' || /[(|]$/.test(out);
  while (i < text.length) {
    const c = text[i], two = text.slice(i, i + 2);
    if (c === '[') {
      let end = i + 1;
      if (text[end] === '^') ++end;
      if (text[end] === ']') ++end;
      while (text[end] !== ']') ++end;
      out += text.slice(i, end + 1).replace(/(?!^)[[]/g, '\\[').replace(/\\(?!n|\[)/g, '\\\\');
      i = end + 1;
    } else if (c === '\\') {
      out += {'\\(': '(', '\\)': ')', '\\|': '|', '\\<': '\\b(?=\\w)', '\\>': '\\b(?<=\\w)',
              '\\n': '\\n'}[two] ?? two;
      i += 2;
    } else {
      if (c === '.') out += '[^]';
      else if (c === '*') out += opens() ? '\\*' : '*';
      else if (c === '^') out += opens() ? '^' : '\\^';
      else if (c === '$') out += i + 1 === text.length || /^\\[)|]/.test(text.slice(i + 1)) ? '$' : '\\$';
      else out += '(){}|+?/'.includes(c) ? '\\' + c : c;
      ++i;
    }
  }
  return out;
};

// What stands between the delimiter at text[from] and the next that is not escaped.
const between = (text, from) => {
  let at = from + 1;
  for (let inside = false; inside || text[at] !== text[from]; ++at) {
    if (at >= text.length) throw new Error(`sed: no end of ${text}`);
    if (text[at] === '\\') ++at;
    else if (!inside && text[at] === '[') { inside = true; if (text[at + 1] === '^') ++at; if (text[at + 1] === ']') ++at; }
    else if (text[at] === ']') inside = false;
  }
  return [text.slice(from + 1, at), at];
};

const parse = script => {
  const commands = [], open = [], labels = {};
  for (const raw of script.split('\n')) {
    let rest = raw.trim();
    if (rest === '' || rest[0] === '#') continue;
    const command = {};
    if (rest[0] === '/') {
      const [re, end] = between(rest, 0);
      command.re = new RegExp(translate(re));
      rest = rest.slice(end + 1);
    } else if (rest[0] === '$') {
      command.last = true;
      rest = rest.slice(1);
    }
    if (rest[0] === '!') { command.not = true; rest = rest.slice(1); }
    command.does = rest[0];
    if (rest[0] === '{') open.push(command);
    else if (rest[0] === '}') open.pop().end = commands.length;
    else if (rest[0] === ':') labels[rest.slice(1).trim()] = commands.length;
    else if (rest[0] === 'b' || rest[0] === 't') command.label = rest.slice(1).trim();
    else if (rest[0] === 's') {
      const [re, middle] = between(rest, 1), [by, end] = between(rest, middle);
      command.global = rest.slice(end + 1).includes('g');
      command.s = new RegExp(translate(re), command.global ? 'g' : '');
      command.by = by.replace(/\$/g, '$$$$').replace(/\\(\d)/g, '$$$1').replace(/\\n/g, '\n');
    } else if (rest[0] !== 'N') throw new Error(`sed: ${raw}`);
    commands.push(command);
  }
  return {commands, labels};
};

// A function that does to a text what `sed -f` does with this script.
export const sed = script => {
  const {commands, labels} = parse(script);
  return text => {
    const lines = text.split('\n'), out = [];
    const ends = lines.at(-1) === '' ? (lines.pop(), '\n') : '';
    let at = 0;
    cycle: while (at < lines.length) {
      let space = lines[at++], done = false;
      for (let pc = 0; pc < commands.length; ++pc) {
        const c = commands[pc];
        if (c.re || c.last) {
          const fits = c.re ? c.re.test(space) : at === lines.length;
          if (fits === Boolean(c.not)) {
            if (c.does === '{') pc = c.end;
            continue;
          }
        }
        if (c.does === 'N') {
          if (at === lines.length) { out.push(space); break cycle; }
          space += '\n' + lines[at++];
        } else if (c.does === 's') {
          const was = space;
          c.s.lastIndex = 0;
          if (c.s.test(was)) {
            c.s.lastIndex = 0;
            space = was.replace(c.s, c.by);
            done = true;
          }
        } else if (c.does === 'b' || (c.does === 't' && done)) {
          if (c.does === 't') done = false;
          pc = c.label === '' ? commands.length : labels[c.label];
        }
      }
      out.push(space);
    }
    return out.join('\n') + ends;
  };
};
