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

it('puts first who was reached last, and before them who was not reached', () => {
  const order = new CallerOrder();
  expect(names(order.begin(all))).toEqual(['ann', 'bob', 'cat']);
  order.reached(ann!, 0);
  order.reached(bob!, 1);
  expect(names(order.begin(all))).toEqual(['cat', 'bob', 'ann']);
  order.reached(cat!, 0);
  order.reached(bob!, 1);
  expect(names(order.begin([...all, dan!]))).toEqual(['dan', 'ann', 'bob', 'cat']);
});

it('puts last whose policies took too long, also when they subscribe again', () => {
  const order = new CallerOrder();
  order.begin(all);
  order.wasSlow(ann!);
  expect(names(order.begin([caller('ann'), bob!, cat!]))).toEqual(['bob', 'cat', 'ann']);
});
