import { expect, it } from 'vitest';
import { splitLinks } from './split-links.ts';

it.each([
  ['see https://example.org/a?b=1.', ['https://example.org/a?b=1 -> https://example.org/a?b=1']],
  ['(www.example.org)', ['www.example.org -> https://www.example.org/']],
  ['example.org/radio, now', ['example.org/radio -> https://example.org/radio']],
  ['https://en.example.org/Sea_(water)', ['https://en.example.org/Sea_(water) -> same']],
  ['javascript://alert(1) data:text/html,x', []],
  ['https://bank.example@elsewhere.example/', []],
  ['3:40, e.g. tomorrow', []],
])('finds the addresses of the web in %j', (text, links) => {
  const parts = splitLinks(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  const found = parts.flatMap(({ text: shown, href }) =>
    href === undefined
      ? []
      : [`${shown} -> ${href === shown && shown.includes('(') ? 'same' : href}`],
  );
  expect(found).toEqual(links);
});
