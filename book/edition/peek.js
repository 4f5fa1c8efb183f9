// peek.js: shows what a link of the text leads to, beside the link and without a jump. book.js loads it when a link is first
// pointed at, reached by the keyboard or touched. Under a pointer and for the keyboard it is a tooltip, which stays while the
// pointer is on it and goes by Escape; a finger gets a dialog, with the way there. What stands on another page is fetched from it;
// a page that is opened as a file may not do that, and shows what the link's title says, or follows the link.
(function () {
  'use strict';
  var WAIT = 250, STAY = 300;
  var pages = {}, box = document.createElement('div'), link = null, timer = 0, touching = '';
  document.body.appendChild(box);
  box.className = 'peek';
  box.hidden = true;

  // The link of the text that the event is of, if it leads into this book.
  function asked(event) {
    var a = event.target.closest && event.target.closest('main a[href]');
    if (!a || a.matches('.anchor') || a.closest('nav, .ladder, .ways, .play, .terms, .listed')) return null;
    return /\.html$/.test(a.pathname) && a.origin === location.origin && folder(a.pathname) === folder(location.pathname) ? a : null;
  }

  function folder(path) { return path.replace(/[^/]*$/, ''); }

  function page(a) {
    if (a.pathname === location.pathname) return Promise.resolve(document);
    if (location.protocol === 'file:') return Promise.resolve(null);
    var url = a.href.replace(/#.*/, '');
    pages[url] = pages[url] || fetch(url).then(function (answer) { return answer.ok ? answer.text() : ''; }).then(function (text) {
      return text && new DOMParser().parseFromString(text, 'text/html');
    }).catch(function () { return null; });
    return pages[url];
  }

  function made(doc, name, text) {
    var e = doc.createElement(name);
    e.textContent = text;
    return e;
  }

  // The pieces of a page that stand for the place: a figure, a listing, a box whole; a heading with its first paragraph; a
  // term with its entry; a row under its heads, with its file; a page with its summary.
  function pieces(doc, id) {
    if (!id) {
      var of = doc.querySelector('meta[name=description]');
      return [doc.querySelector('h1'), of && made(doc, 'p', of.content)];
    }
    var at = doc.getElementById(id);
    if (!at) return [];
    var term = at.closest('dt'), row = at.closest('tr');
    if (term) return [term, term.nextElementSibling];
    if (row) {
      var table = row.closest('table').cloneNode(), section = row.closest('section');
      table.append(row.closest('table').tHead.cloneNode(true), row.cloneNode(true));
      return [section && section.querySelector('h2'), section && section.querySelector('p'), table];
    }
    if (/^H\d$/.test(at.tagName)) {
      var next = at.nextElementSibling;
      while (next && !next.matches('p, h1, h2, h3')) next = next.nextElementSibling;
      return [at, next && next.matches('p') ? next : null];
    }
    return [at.closest('figure, .listing, section, li, [id^=ref-]') || at];
  }

  // A copy that is only looked at: ids of its own, and nothing that takes the focus or gives an answer away.
  function copied(doc, parts) {
    var div = document.createElement('div');
    parts.filter(Boolean).forEach(function (part) { div.append(document.importNode(part, true)); });
    if (div.querySelector('svg') && doc !== document && doc.querySelector('svg.hatches')) div.append(document.importNode(doc.querySelector('svg.hatches'), true));
    div.querySelectorAll('button, input, details, .anchor, .prov, .controls, .say, .play, .minutes, .note, script').forEach(function (e) { e.remove(); });
    div.querySelectorAll('a').forEach(function (a) { a.replaceWith.apply(a, a.childNodes); });
    div.querySelectorAll('[tabindex], [role=region], [title], label').forEach(function (e) {
      ['tabindex', 'role', 'aria-label', 'title'].forEach(function (name) { if (name !== 'aria-label' || e.getAttribute('role') !== 'img') e.removeAttribute(name); });
    });
    var own = {};
    div.querySelectorAll('[id]').forEach(function (e) { own[e.id] = true; e.id = 'peek-' + e.id; });
    div.querySelectorAll('*').forEach(function (e) {
      [].slice.call(e.attributes).forEach(function (attribute) {
        var value = attribute.value.replace(/(^|url\()#([^)]+)/g, function (all, before, id) { return own[id] ? before + '#peek-' + id : all; });
        if (value !== attribute.value) e.setAttribute(attribute.name, value);
      });
    });
    return div;
  }

  // What is to be shown of the link, or null.
  function content(a) {
    var said = a.dataset.said;
    return page(a).then(function (doc) {
      var parts = doc ? pieces(doc, decodeURIComponent(a.hash.slice(1))) : [];
      if (parts.some(Boolean)) return copied(doc, parts);
      return said ? made(document, 'p', said) : null;
    });
  }

  // The tooltip of the browser would stand on ours.
  function quiet(a) {
    if (!a.title) return;
    a.dataset.said = a.title;
    a.removeAttribute('title');
  }

  function close() {
    clearTimeout(timer);
    if (!link) return;
    var was = link, back = box.contains(document.activeElement);
    link = null;
    box.hidden = true;
    box.replaceChildren();
    was.removeAttribute('aria-describedby');
    if (back) { touching = 'back'; was.focus({ preventScroll: true }); touching = ''; }
  }

  // Below the link, or above where there is more room, and never higher than that.
  function place(a) {
    var at = a.getClientRects()[0], edge = document.documentElement.clientWidth, below = innerHeight - at.bottom;
    box.style.maxHeight = '';
    var down = below > box.offsetHeight + 12 || below > at.top;
    box.style.maxHeight = Math.min(480, (down ? below : at.top) - 12) + 'px';
    box.style.top = scrollY + (down ? at.bottom + 6 : at.top - box.offsetHeight - 6) + 'px';
    box.style.left = scrollX + Math.max(12, Math.min(at.left, edge - box.offsetWidth - 12)) + 'px';
  }

  function open(a, how) {
    quiet(a);
    content(a).then(function (shown) {
      if (how === 'touch' ? !shown : !shown || wanted !== a) {
        if (how === 'touch') location.href = a.href;
        return;
      }
      close();
      link = a;
      box.replaceChildren(shown);
      box.removeAttribute('style');
      box.hidden = false;
      box.classList.toggle('sheet', how === 'touch');
      if (how === 'touch') {
        box.setAttribute('role', 'dialog');
        box.setAttribute('aria-label', a.textContent);
        box.tabIndex = -1;
        var p = document.createElement('p'), go = made(document, 'a', 'Go there'), end = made(document, 'button', 'Close');
        p.className = 'go';
        go.href = a.href;
        go.addEventListener('click', close);
        end.type = 'button';
        end.addEventListener('click', close);
        p.append(go, end);
        box.append(p);
        box.focus({ preventScroll: true });
      } else {
        box.setAttribute('role', 'tooltip');
        box.removeAttribute('aria-label');
        box.removeAttribute('tabindex');
        var words = shown.querySelector('dd, figcaption p, .head, h2 + p, h1 + p') || shown;
        words.id = 'peek-words';
        a.setAttribute('aria-describedby', 'peek-words');
        place(a);
        if (box.scrollHeight > box.clientHeight) box.tabIndex = 0;    // what scrolls is in reach
      }
    });
  }

  var wanted = null;
  function want(a, wait) {
    clearTimeout(timer);
    wanted = a;
    if (a !== link) { quiet(a); timer = setTimeout(open, wait, a, 'tip'); }
  }
  function leave() {
    clearTimeout(timer);
    wanted = null;
    timer = setTimeout(close, STAY);
  }

  function over(event) {
    if (event.pointerType === 'touch') return;
    var a = asked(event);
    if (a) want(a, WAIT); else if (box.contains(event.target)) clearTimeout(timer); else if ((wanted || link) && !box.matches('.sheet')) leave();
  }
  function focused(event) {
    var a = asked(event);
    if (a && !touching && a.matches(':focus-visible')) want(a, WAIT);
  }
  document.addEventListener('pointerover', over);
  document.addEventListener('focusin', focused);
  document.addEventListener('focusout', function (event) { if (asked(event) && !box.matches('.sheet')) { wanted = null; close(); } });
  document.addEventListener('pointerdown', function (event) {
    touching = event.pointerType === 'touch' ? 'touch' : '';
    if (link && !box.contains(event.target) && event.target.closest('a') !== link) close();
  });
  // A finger's first touch shows; what has no place of its own (a whole page) is followed at once.
  function tapped(event) {
    var a = asked(event);
    if (!a || !a.hash || event.pointerType !== 'touch') return;
    event.preventDefault();
    open(a, 'touch');
  }
  document.addEventListener('click', tapped);
  document.addEventListener('keydown', function (event) {
    if (event.key !== 'Escape' || !wanted && !link) return;
    wanted = null;
    close();
  });
  window.peek = function (event) { ({ pointerover: over, focusin: focused, click: tapped })[event.type](event); };
})();
