// Comforts only: every page is complete without this file.
(function () {
  'use strict';
  var root = document.documentElement;
  function recall() { try { return localStorage.getItem('theme'); } catch (e) { return null; } }
  function keep(theme) { try { localStorage.setItem('theme', theme); } catch (e) { /* file:// may refuse */ } }
  if (recall()) root.dataset.theme = recall();      // before the first paint

  function button(text, label, act) {
    var b = document.createElement('button');
    b.type = 'button';
    b.textContent = text;
    b.setAttribute('aria-label', label);
    b.addEventListener('click', act);
    return b;
  }

  function themeButton() {
    var b = button('Light or dark', 'Switch between light and dark', function () {
      var dark = root.dataset.theme ? root.dataset.theme === 'dark'
        : matchMedia('(prefers-color-scheme: dark)').matches;
      root.dataset.theme = dark ? 'light' : 'dark';
      keep(root.dataset.theme);
    });
    b.className = 'theme';
    document.querySelector('nav.toc').appendChild(b);
  }

  function copyButtons() {
    if (!navigator.clipboard) return;
    document.querySelectorAll('.listing, .code').forEach(function (box) {
      var b = button('Copy', 'Copy this code', function () {
        navigator.clipboard.writeText(box.querySelector('pre').textContent).then(function () {
          b.textContent = 'Copied';
          setTimeout(function () { b.textContent = 'Copy'; }, 1500);
        });
      });
      b.className = 'copy';
      box.appendChild(b);
    });
  }

  function turnPages(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest('input, textarea, select, pre, .scroll')) return;
    var rel = { ArrowLeft: 'prev', ArrowRight: 'next' }[event.key];
    var link = rel && document.querySelector('nav.turn a[rel=' + rel + ']');
    if (link) location.href = link.href;
  }

  addEventListener('DOMContentLoaded', function () { themeButton(); copyButtons(); });
  addEventListener('keydown', turnPages);
  addEventListener('beforeprint', function () {
    document.querySelectorAll('details').forEach(function (d) { d.open = true; });
  });
})();
