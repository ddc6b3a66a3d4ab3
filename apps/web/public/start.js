// Runs before the first paint and before the app's code. It is written in the JavaScript of 2009, so that
// old browsers can run it too. It is a separate file, because the content security policy allows no
// inline script.
(function () {
  'use strict';

  var chosen = null;
  try {
    chosen = localStorage.getItem('undertone:theme');
  } catch (cause) {
    // Local storage is blocked: the system's theme applies.
  }
  // Another site's page chooses the theme of the player in it.
  var embedded = /^\/embed\/.*[?&]theme=(light|dark)(&|$)/.exec(
    location.pathname + location.search,
  );
  if (embedded) chosen = embedded[1];
  // Set before the first paint, so that the other theme never flashes.
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.setAttribute('data-theme', chosen);
  } else {
    chosen = null;
  }

  // The browser's own bars have the colour of the chosen theme, or of the system's.
  function colourBars() {
    var theme = document.documentElement.getAttribute('data-theme');
    var colours = document.querySelectorAll('meta[name="theme-color"]');
    for (var index = 0; index < colours.length; index += 1) {
      var scheme = colours[index].getAttribute('data-scheme');
      var query = '(prefers-color-scheme: ' + scheme + ')';
      if (theme) query = theme === scheme ? 'all' : 'not all';
      colours[index].setAttribute('media', query);
    }
  }
  colourBars();

  /** Whether this browser stores a session, as src/lib/has-stored-session.ts finds out. */
  function hasStoredSession() {
    try {
      return Object.keys(localStorage).some(function (key) {
        return /^sb-.+-auth-token$/.test(key);
      });
    } catch (cause) {
      return false;
    }
  }

  // A page that the server has rendered for visitors lists the app's code, which is fetched later. A person who is
  // signed in on this device gets the app at once, and nothing of that page. A visitor gets it when the script that
  // follows cannot be fetched: without it nothing on that page would react to a press.
  function startApp() {
    var code = document.getElementById('undertone-app');
    if (!code) return;
    if (hasStoredSession()) addApp(code);
    else document.addEventListener('error', addAppInstead, true);

    function addAppInstead(event) {
      if (event.target.nodeName !== 'SCRIPT') return;
      document.removeEventListener('error', addAppInstead, true);
      addApp(code);
    }
  }

  /** Adds the code that a document lists for later, and hides what the server has rendered. */
  function addApp(code) {
    document.documentElement.setAttribute('data-app', '');
    var content = code.content.cloneNode(true);
    var scripts = Array.prototype.slice.call(content.querySelectorAll('script'));
    scripts.forEach(function (script) {
      content.removeChild(script);
    });
    document.head.appendChild(content);
    // A script that another one adds does not wait for the rest of the document, as one of the document would.
    document.addEventListener('DOMContentLoaded', function () {
      scripts.forEach(function (script) {
        document.head.appendChild(script);
      });
    });
  }

  // Both were added in the oldest supported browsers (floor/floor.ts): the first in Chrome 111 and Safari
  // 16.4, the second in Firefox 128.
  if ('isWellFormed' in String.prototype && 'CSS' in window && 'registerProperty' in CSS) {
    // The app changes the attribute when a theme is chosen (src/lib/theme.ts).
    new MutationObserver(colourBars).observe(document.documentElement, {
      attributeFilter: ['data-theme'],
    });
    startApp();
    return;
  }

  // Neither fetches nor runs the app's code.
  var policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "script-src 'none'";
  document.head.appendChild(policy);

  /** Adds an element with a text. The style is set by script, since the policy allows no other inline styles. */
  function add(parent, name, style, text) {
    var element = document.createElement(name);
    element.style.cssText = style;
    element.textContent = text;
    parent.appendChild(element);
    return element;
  }

  document.addEventListener('DOMContentLoaded', function () {
    var isDark =
      chosen === 'dark' ||
      (chosen === null && window.matchMedia('(prefers-color-scheme: dark)').matches);
    var colours = isDark
      ? 'background: #1c1713; color: #f1eadf'
      : 'background: #f7f2ea; color: #2a211b';
    document.documentElement.style.cssText = colours;
    document.body.style.cssText = 'margin: 0; ' + colours;
    document.body.textContent = '';
    var page = add(
      document.body,
      'main',
      'max-width: 32em; margin: 0 auto; padding: 20vh 24px 24px; font: 17px/1.55 system-ui, sans-serif',
      '',
    );
    add(
      page,
      'h1',
      'margin: 0; font: 500 30px/1.2 Georgia, serif',
      'This browser is too old for Undertone',
    );
    add(
      page,
      'p',
      'margin: 18px 0 0',
      'Undertone needs Safari 16.4, Chrome 111, Firefox 128 or a later version.',
    );
    add(
      page,
      'p',
      'margin: 12px 0 0',
      'Update this browser, or open this page in another one. On an iPhone or iPad all browsers ' +
        'are updated with the system: in Settings, under General, Software Update.',
    );
  });
})();
