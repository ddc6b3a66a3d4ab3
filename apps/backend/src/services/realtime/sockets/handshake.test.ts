import { expect, it } from 'vitest';
import { readHandshake } from './handshake.ts';

const rules = {
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  verifyToken: () => Promise.reject(new Error('not asked for')),
};

const read = (url: string) => readHandshake({ url, headers: {} }, rules, 100);

it('a handshake has the role of its api key and the version of the serializer', () => {
  expect(read('/realtime/v1/websocket?apikey=sb_publishable_test&vsn=2.0.0')).toEqual({
    role: 'anon',
    version: '2.0.0',
  });
});

it.each(['//', '//[', 'http://', 'http://[::1', '//host:port'])(
  'a handshake with an invalid address is refused with status 400: %s',
  (url) => {
    expect(() => read(url)).toThrow(expect.objectContaining({ status: 400 }));
  },
);
