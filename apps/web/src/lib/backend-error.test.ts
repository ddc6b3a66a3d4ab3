import { expect, it } from 'vitest';
import { limitReason } from './backend-error.ts';

const message = 'You are liking very fast. Please wait a minute.';

it('says in the database’s words that there was too much, however the client hands them over', () => {
  expect(limitReason({ code: 'PT429', message })).toBe(message);
  expect(limitReason(Object.assign(new Error(message), { code: 'PT429' }))).toBe(message);
});

it.each([[{ code: '42501', message }], [new TypeError('Failed to fetch')], [null]])(
  'says nothing of another failure: %s',
  (cause) => {
    expect(limitReason(cause)).toBeUndefined();
  },
);
