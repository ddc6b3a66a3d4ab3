import { expect, it, vi } from 'vitest';
import { setOut, underWay } from './under-way.ts';

it('is over when the last of a key has arrived', async () => {
  expect(underWay('comment a')).toBeUndefined();
  const [first, second] = [setOut('comment a'), setOut('comment a')];
  const over = vi.fn();
  void underWay('comment a')?.then(over);
  expect(underWay('comment b')).toBeUndefined();
  second();
  await Promise.resolve();
  expect(over).not.toHaveBeenCalled();
  first();
  await Promise.resolve();
  expect(over).toHaveBeenCalledOnce();
  expect(underWay('comment a')).toBeUndefined();
});
