import { expect, it } from 'vitest';
import { moveStyles } from './style-rules.ts';

it('style attributes become rules, one for each different style', () => {
  const { html, css } = moveStyles(
    '<i style="margin-top:0"></i><i class="a" style="clip-path:inset(0 1px)"></i><i style="margin-top:0"></i>',
  );
  expect(html).toBe('<i data-style="0"></i><i class="a" data-style="1"></i><i data-style="0"></i>');
  expect(css).toBe('[data-style="0"]{margin-top:0}[data-style="1"]{clip-path:inset(0 1px)}');
});

it('the text of a style is unescaped, and a style that could end the style element is left out', () => {
  const { css } = moveStyles(
    '<i style="font-family:&quot;A&amp;B&#x27;s&quot;"></i><i style="content:&quot;&lt;/style&gt;&quot;"></i>',
  );
  expect(css).toBe('[data-style="0"]{font-family:"A&B\'s"}');
});

it('words that look like a style attribute stay as they are', () => {
  const words = '<p>a style=&quot;color:red&quot; b</p>';
  expect(moveStyles(words)).toEqual({ html: words, css: '' });
});
