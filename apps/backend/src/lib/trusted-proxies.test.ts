import { describe, expect, it } from 'vitest';
import { TrustedProxies } from './trusted-proxies.ts';

const proxies = new TrustedProxies('127.0.0.1, 10.1.0.0/16 2001:db8::/32 ::1');

const clientOf = (peer: string | undefined, forwardedFor?: string, protocol?: string) => {
  const headers = new Headers();
  if (forwardedFor !== undefined) headers.set('x-forwarded-for', forwardedFor);
  if (protocol !== undefined) headers.set('x-forwarded-proto', protocol);
  return proxies.clientOf(peer, headers);
};

const addressOf = (peer: string | undefined, forwardedFor?: string) =>
  clientOf(peer, forwardedFor).address;

describe('without trusted proxies', () => {
  it('the client’s address is the peer’s, whatever x-forwarded-for contains', () => {
    const headers = new Headers({ 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' });
    expect(new TrustedProxies().clientOf('127.0.0.1', headers)).toEqual({
      address: '127.0.0.1',
      protocol: 'http',
    });
  });
});

describe('the client’s address', () => {
  it.each([
    ['the peer, when no proxy is between', '198.51.100.7', undefined, '198.51.100.7'],
    ['the peer, when a stranger forges the header', '198.51.100.7', '192.0.2.1', '198.51.100.7'],
    ['the one that a trusted proxy names', '127.0.0.1', '192.0.2.1', '192.0.2.1'],
    [
      'the last one named, since clients can forge others',
      '10.1.2.3',
      '1.1.1.1, 192.0.2.1',
      '192.0.2.1',
    ],
    [
      'found behind several trusted proxies',
      '127.0.0.1',
      '1.1.1.1, 192.0.2.1, 10.1.9.9',
      '192.0.2.1',
    ],
    ['the untrusted hop before a trusted one', '127.0.0.1', '10.1.0.1, 192.0.2.1', '192.0.2.1'],
    ['the first hop, when all are trusted', '127.0.0.1', '10.1.0.1, 10.1.0.2', '10.1.0.1'],
    ['the proxy, when it names no client', '127.0.0.1', undefined, '127.0.0.1'],
    ['the proxy, when it does not know', '127.0.0.1', '1.1.1.1, unknown', '127.0.0.1'],
    ['the proxy, when the header is empty', '127.0.0.1', '', '127.0.0.1'],
    ['IPv6', '::1', '2001:db9::7', '2001:db9::7'],
    ['IPv6 behind an IPv6 network', '2001:db8::5', '2001:db9::7', '2001:db9::7'],
    ['an IPv4 peer of a socket for both', '::ffff:127.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['never mapped into IPv6', '::ffff:198.51.100.7', undefined, '198.51.100.7'],
    ['stripped of its port', '127.0.0.1', '192.0.2.1:5555', '192.0.2.1'],
    ['stripped of brackets and port', '127.0.0.1', '[2001:db9::7]:5555', '2001:db9::7'],
    ['unknown, when the connection is gone', undefined, '192.0.2.1', 'unknown'],
  ])('is %s', (_title, peer, forwardedFor, address) => {
    expect(addressOf(peer, forwardedFor)).toBe(address);
  });

  it('comes with the protocol https only when a trusted peer names it last', () => {
    expect(clientOf('127.0.0.1', '192.0.2.1', 'https').protocol).toBe('https');
    expect(clientOf('127.0.0.1', '192.0.2.1', 'https, http').protocol).toBe('http');
    expect(clientOf('127.0.0.1', '192.0.2.1', 'javascript').protocol).toBe('http');
    expect(clientOf('198.51.100.7', '192.0.2.1', 'https').protocol).toBe('http');
  });
});

it.each(['proxy.internal', '10.0.0.0/33', '::1/129', '10.0.0.0/', '1.2.3', '10.0.0.0/8/8'])(
  'an entry that is neither an address nor a network is refused by name: %s',
  (text) => {
    expect(() => new TrustedProxies(`127.0.0.1,${text}`)).toThrow(`"${text}" is neither`);
  },
);
