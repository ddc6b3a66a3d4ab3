import { expect, it } from 'vitest';
import { limitReason } from './backend-error.ts';

const message = 'You are liking very fast. Please wait a minute.';

it('limitReason returns the database’s message for an Error and for a plain object', () => {
  expect(limitReason({ code: 'PT429', message })).toBe(message);
  expect(limitReason(Object.assign(new Error(message), { code: 'PT429' }))).toBe(message);
});

it.each([[{ code: '42501', message }], [new TypeError('Failed to fetch')], [null]])(
  'limitReason is undefined for another error: %s',
  (cause) => {
    expect(limitReason(cause)).toBeUndefined();
  },
);
