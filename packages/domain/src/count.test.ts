import { expect, it } from 'vitest';
import { countLabel } from './count.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1.0K'],
  [1250, '1.3K'],
  [12_345, '12.3K'],
])('%d is shown as %s', (count, label) => {
  expect(countLabel(count)).toBe(label);
});
