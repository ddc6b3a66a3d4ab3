import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { markerOf } from './marked-text.tsx';

it.each([
  ['rain', 'Rain on the train', '<i>Rain</i> on the t<i>rain</i>'],
  ['@ada', 'Ada.l', '<i>Ada</i>.l'],
  ['#night', '#night', '#<i>night</i>'],
  ['.*', 'a.*b', 'a<i>.*</i>b'],
  ['dog', 'A cat', 'A cat'],
  ['', 'A cat', 'A cat'],
  ['i', '\u0130i', '\u0130i'],
])('marks %j in %j', (words, text, marked) => {
  const { container } = render(<>{markerOf(words)(text)}</>);
  expect(container.textContent).toBe(text);
  const html = container.innerHTML.replaceAll(/<mark[^>]*>/g, '<i>').replaceAll('</mark>', '</i>');
  expect(html).toBe(marked);
});
