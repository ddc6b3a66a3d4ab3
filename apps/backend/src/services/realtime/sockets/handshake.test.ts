import { expect, it } from 'vitest';
import { readHandshake } from './handshake.ts';

const rules = {
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  verifyToken: () => Promise.reject(new Error('unexpected token')),
};

const read = (url: string) => readHandshake({ url, headers: {} }, rules, 100);

it.each(['//', '//[', 'http://', 'http://[::1', '//host:port'])(
  'a handshake with the invalid address %s is rejected with status 400',
  (url) => {
    expect(() => read(url)).toThrow(expect.objectContaining({ status: 400 }));
  },
);
