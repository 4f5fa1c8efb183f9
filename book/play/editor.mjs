// editor.mjs: the editor of a program: CodeMirror, with the names of CUDA, the book's colours and
// as few keys as one expects.

import { EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, MatchDecorator, ViewPlugin, WidgetType, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { HighlightStyle, bracketMatching, codeFolding, foldEffect, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting, unfoldEffect, foldedRanges } from '@codemirror/language';
import { lintGutter, nextDiagnostic, setDiagnostics } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { cpp } from '@codemirror/lang-cpp';
import { tags } from '@lezer/highlight';
import { linesOf, matched } from './program.mjs';

// The classes that listings have, so that a program looks here as it does there.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.standard(tags.typeName), tags.bool, tags.null], class: 'k' },
  { tag: tags.comment, class: 'r' },
  { tag: [tags.processingInstruction, tags.meta], class: 'p' },
  { tag: [tags.string, tags.character], class: 's' },
]);

const CUDA = new MatchDecorator({
  regexp: /\b__(?:global|device|host|shared|constant|restrict|launch_bounds|forceinline|noinline)__\b|\b(?:threadIdx|blockIdx|blockDim|gridDim|warpSize)\b|\b__[a-z]\w*(?=\()/g,
  decoration: (match) => Decoration.mark({ class: /^__\w+__$/.test(match[0]) ? 'k' : 'c' }),
});
const cudaNames = ViewPlugin.fromClass(class {
  constructor(view) { this.decorations = CUDA.createDeco(view); }
  update(update) { this.decorations = CUDA.updateDeco(update, this.decorations); }
}, { decorations: (plugin) => plugin.decorations });

const lineClass = (name) => Decoration.line({ class: name });

// Decorations that stay with their text until this effect brings others.
const heldBy = (effect) => StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const given of transaction.effects) if (given.is(effect)) return given.value;
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

// Lines that differ from the book's program, as listings mark what differs from the chapter before, and lines of which
// something is said.
const setMarks = StateEffect.define(), marks = heldBy(setMarks);

function markChanged(view, original) {
  const to = matched(original, linesOf(view.state.doc.toString())), builder = new RangeSetBuilder();
  to.forEach((line, i) => {
    if (line || i >= view.state.doc.lines) return;
    const at = view.state.doc.line(i + 1).from;
    builder.add(at, at, lineClass('cm-differs'));
  });
  return setMarks.of(builder.finish());
}

// What is said of a line: behind it what it asks, below it what is wrong. Both have a name for those who hear the page.
class Note extends WidgetType {
  constructor(words, name, style) { super(); Object.assign(this, { words, name, style }); }
  eq(other) { return other.words === this.words && other.style === this.style; }
  toDOM() {
    const note = document.createElement('span');
    note.className = this.style;
    note.setAttribute('role', 'note');
    note.setAttribute('aria-label', `${this.name}: ${this.words}`);
    note.textContent = this.words;
    return note;
  }
  ignoreEvent() { return true; }
}
const setNotes = StateEffect.define(), notes = heldBy(setNotes), setProblems = StateEffect.define(), problems = heldBy(setProblems);

// options: parent, text, original (the book's text), label, first and last (the lines to show), folds (regions to fold),
// changed() after each edit, run() on Ctrl+Enter.
export function openEditor(options) {
  const original = linesOf(options.original);
  const noted = EditorView.updateListener.of((update) => { if (update.docChanged) { later(); options.changed(); } });
  let timer;
  const later = () => { clearTimeout(timer); timer = setTimeout(() => view.dispatch({ effects: markChanged(view, original) }), 150); };
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        keymap.of([{ key: 'Mod-Enter', run: () => { options.run(); return true; } }, { key: 'F8', run: nextDiagnostic },
          { key: 'Escape', run: (view) => { view.setTabFocusMode(2000); return false; } }]), // Tab then leaves, also where Escape ends a selection
        lineNumbers(), foldGutter({ openText: '▾', closedText: '▸' }), lintGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(),
        codeFolding({ preparePlaceholder: (state, range) => state.doc.lineAt(range.to).number - state.doc.lineAt(range.from).number - Number(/^\/\/</.test(state.doc.lineAt(range.to).text)),
          placeholderDOM(view, onclick, lines) {
            const button = document.createElement('button');
            button.type = 'button';
            button.className = 'cm-foldPlaceholder';
            button.textContent = `${lines} lines`;
            button.setAttribute('aria-label', `Unfold ${lines} lines`);
            button.onclick = onclick;
            return button;
          } }),
        indentUnit.of('    '), EditorState.tabSize.of(4),
        cpp(), syntaxHighlighting(colours), cudaNames, marks, notes, problems, search({ top: true }), noted,
        EditorView.contentAttributes.of((view) => ({ 'aria-invalid': String(view.state.field(problems).size > 0) })),
        EditorView.contentAttributes.of({ 'aria-label': options.label, 'aria-describedby': 'play-keys', 'aria-errormessage': 'play-problems', autocapitalize: 'off', autocorrect: 'off', spellcheck: 'false', translate: 'no' }),
        keymap.of([...foldKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
      ],
    }),
  });
  const lineAt = (number) => view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines)));

  // What would hide these lines is unfolded.
  function unfold(from, to) {
    const effects = [];
    foldedRanges(view.state).between(from, to, (a, b) => { effects.push(unfoldEffect.of({ from: a, to: b })); });
    if (effects.length) view.dispatch({ effects });
  }

  const folds = options.folds.filter((region) => region.last - region.first > 1 && region.last <= view.state.doc.lines)
    .map((region) => foldEffect.of({ from: view.state.doc.line(region.first).to, to: view.state.doc.line(region.last).to }));
  view.dispatch({ effects: [...folds, markChanged(view, original)] });

  return {
    view,
    text: () => view.state.doc.toString().replace(/\n?$/, '\n'),
    replace(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      view.dispatch({ effects: markChanged(view, original) });
    },
    // Another text, of which only what differs is changed: the view stays where it is.
    edit(text) {
      const old = view.state.doc.toString();
      let from = 0, end = 0;
      while (from < old.length && from < text.length && old[from] === text[from]) from += 1;
      while (end < old.length - from && end < text.length - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
      view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } });
    },
    focus: () => view.focus(),
    // Scrolls to a line, at the top or where it is seen; `select` puts the cursor there.
    show(number, { top, select } = {}) {
      const line = lineAt(number);
      unfold(line.from, line.to);
      view.dispatch({ selection: select ? { anchor: line.from } : undefined, effects: EditorView.scrollIntoView(line.from, { y: top ? 'start' : 'center', yMargin: top ? 4 : 40 }) });
      if (select) view.focus();
    },
    // messages: [{line, column, severity, text}] of this file.
    tell(messages) {
      view.dispatch(setDiagnostics(view.state, messages.map((message) => {
        const line = lineAt(message.line), from = Math.min(line.from + Math.max(0, (message.column || 1) - 1), line.to);
        const start = message.column ? from : line.from + /^\s*/.exec(line.text)[0].length;
        return { from: start, to: line.to, severity: message.severity === 'note' ? 'info' : message.severity, message: message.text };
      })));
      const builder = new RangeSetBuilder(), kinds = { note: 'Note', warning: 'Warning' };
      for (const { line, severity, text } of [...messages].sort((a, b) => a.line - b.line)) {
        const at = lineAt(line).to;
        builder.add(at, at, Decoration.widget({ widget: new Note(text, `${kinds[severity] || 'Error'} in line ${line}`, 'cm-problem'), block: true, side: 2 }));
      }
      view.dispatch({ effects: setProblems.of(builder.finish()) });
    },
    // list: [{line, words, differs}], in order.
    note(list) {
      const builder = new RangeSetBuilder();
      for (const { line, words, differs } of list) {
        const at = lineAt(line).to;
        builder.add(at, at, Decoration.widget({ widget: new Note(words, `Line ${line} asks`, differs ? 'cm-note cm-other' : 'cm-note'), side: 1 }));
      }
      view.dispatch({ effects: setNotes.of(builder.finish()) });
    },
    close: () => view.destroy(),
  };
}
