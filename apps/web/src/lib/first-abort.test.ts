import { expect, it } from 'vitest';
import { firstAbort } from './first-abort.ts';

it('aborts with the first of its signals, for that one’s reason', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const signal = firstAbort(one.signal, other.signal);
  expect(signal.aborted).toBe(false);
  other.abort('left');
  one.abort('late');
  expect(signal.reason).toBe('left');
});

it('is aborted from the start when one of its signals is', () => {
  const { signal } = new AbortController();
  expect(firstAbort(signal, AbortSignal.abort('left')).reason).toBe('left');
});
