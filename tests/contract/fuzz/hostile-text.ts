import type { Random } from './random.ts';

/** Texts with a meaning in SQL, JSON, URLs, paths, headers, the query grammar or the protocol. */
const texts = [
  '',
  ' ',
  '*',
  'null',
  'true',
  '-1',
  '0',
  '1e400',
  'NaN',
  '99999999999999999999999999',
  "'; drop table public.voice_drops; --",
  '" or 1=1 --',
  '1) or (1=1',
  '$1',
  '$$; select pg_sleep(9); $$',
  'a::text; select pg_sleep(9)',
  'eq.1)&or=(id.gt.0',
  'in.(1,2,"a\\"b",)',
  'not.not.not.eq.1',
  'and(and(and(',
  '((((((((((((((((',
  'a->b->>c->-1',
  '*,profiles(*,voice_drops(*,profiles(*)))',
  'auth.users',
  'pg_catalog.pg_authid',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '..\\..\\windows',
  '%00',
  '%',
  '%zz',
  '%ff%fe',
  '.',
  '..',
  '//',
  '\u0000',
  '\u202e\u{1f600}',
  '\ud800',
  'a\udc00b',
  'é̂'.repeat(40),
  'x'.repeat(4000),
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '//evil.example',
  'https://evil.example\\@127.0.0.1',
  '\r\nX-Injected: 1',
  'bytes=0-,5-1,-0',
  'bytes=99999999999999999999-',
  'return=representation,count=exact,tx=rollback,max-affected=-1',
  'multipart/form-data; boundary=',
  'application/vnd.pgrst.object+json',
  'Bearer null',
  'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.',
] as const;

const characters = Array.from(`"'\\\`(),.:;!*-><=&?#%$@{}[]|/ \t\n\0a1é😀`).concat(
  '\ud83d',
  '\ude00',
);

/** A hostile text, or a random string of characters with a meaning. */
export function hostileText(random: Random): string {
  if (random.chance(0.7)) return random.pick(texts);
  return Array.from({ length: random.below(24) }, () => random.pick(characters)).join('');
}

/** A random value that no client would send. */
export function hostileValue(random: Random): unknown {
  return random.pick<() => unknown>([
    () => hostileText(random),
    () => null,
    () => random.chance(0.5),
    () => (random.next() - 0.5) * 10 ** random.below(40),
    () => [],
    () => ({}),
    () => [hostileText(random), null, { [hostileText(random)]: hostileText(random) }],
    () => ({ [hostileText(random)]: [hostileText(random)] }),
  ])();
}

/** Deeply nested JSON. */
export const deepJson = (random: Random): string => {
  const depth = 10 ** (1 + random.below(4));
  return random.chance(0.5)
    ? '['.repeat(depth) + ']'.repeat(depth)
    : '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
};
