import { expect, it } from 'vitest';
import type { Subscriber } from '../sockets/subscriber.ts';
import { CallerOrder } from './caller-order.ts';

const caller = (account: string): Subscriber => ({
  role: 'authenticated',
  claims: JSON.stringify({ sub: account }),
  account,
  sessionId: account,
  expiresAt: null,
});
const [ann, bob, cat, dan] = ['ann', 'bob', 'cat', 'dan'].map(caller);
const all = [ann!, bob!, cat!];
const names = (callers: readonly Subscriber[]) => callers.map(({ account }) => account);

it('callers that were not reached come first, then those that were reached last', () => {
  const order = new CallerOrder();
  expect(names(order.sortForBatch(all))).toEqual(['ann', 'bob', 'cat']);
  order.recordPlace(ann!, 0);
  order.recordPlace(bob!, 1);
  expect(names(order.sortForBatch(all))).toEqual(['cat', 'bob', 'ann']);
  order.recordPlace(cat!, 0);
  order.recordPlace(bob!, 1);
  expect(names(order.sortForBatch([...all, dan!]))).toEqual(['dan', 'ann', 'bob', 'cat']);
});

it('a caller whose policies took too long comes last, also after it has subscribed again', () => {
  const order = new CallerOrder();
  order.sortForBatch(all);
  order.recordSlow(ann!);
  expect(names(order.sortForBatch([caller('ann'), bob!, cat!]))).toEqual(['bob', 'cat', 'ann']);
});
