import { expect, it } from 'vitest';
import { findTwin } from './element-twin.ts';

/** A rendering of a page, which is not part of the document. */
function render(html: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  return root;
}

const page = (label: string) =>
  render(
    `<button aria-label="Like a">1</button><button>Share</button><a href="/mira">mira</a>
     <button aria-label="${label}">x</button><button>Share</button><a href="/ann">mira</a>`,
  );

it('a button is found by its label and its place among those with the same label', () => {
  const [from, to] = [page('Play b'), page('Play b')];
  // What the other rendering has in addition.
  to.prepend(render('<button aria-label="Skip">1</button><a href="/">Home</a>'));
  const buttons = [...from.querySelectorAll('button')];
  const found = buttons.map((button) => findTwin(button, from, to));
  expect(found).toEqual([...to.querySelectorAll('button')].slice(1));
});

it('a link is found by its address, not only by its text', () => {
  const [from, to] = [page('a'), page('a')];
  const link = from.querySelector('[href="/ann"]');
  expect(link && findTwin(link, from, to)?.getAttribute('href')).toBe('/ann');
});

it('an element that the other rendering lacks is not found', () => {
  const from = page('Play b');
  const button = from.querySelector('[aria-label="Play b"]');
  expect(button && findTwin(button, from, page('Pause b'))).toBeUndefined();
});
