import type { WireRequest } from './request.ts';

/** Half of a surrogate pair: JSON can escape it, UTF-8 and PostgreSQL cannot represent it. */
const lone = '\ud800';

/** The surrogate's bytes in an invalid UTF-8 encoding, for paths and queries. */
const encodedLone = '%ED%A0%80';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const without = (value: Record<string, unknown>, key: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));

/** Copies of the value, with the surrogate in place of each text, number and key in turn. */
function variants(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => variants(item).map((each) => value.with(at, each)));
  }
  if (!isRecord(value)) return [lone, `a${lone}b`, `\udc00${lone}`];
  const changed: Record<string, unknown>[] = [{ ...value, [lone]: lone }];
  for (const [key, item] of Object.entries(value)) {
    for (const each of variants(item)) changed.push({ ...value, [key]: each });
    changed.push({ ...without(value, key), [`${key}${lone}`]: item });
  }
  return changed;
}

const bodiesOf = ({ body, headers }: WireRequest): Buffer[] => {
  if (!body || headers['content-type'] !== 'application/json') return [];
  const value: unknown = JSON.parse(body.toString());
  return [...variants(value), lone, [lone]].map((each) => Buffer.from(JSON.stringify(each)));
};

const pathsOf = ({ path }: WireRequest): string[] => {
  const [place = '', query = ''] = path.split(/\?(.*)/s);
  const segments = place.split('/');
  const pairs = query ? query.split('&') : [];
  return [
    // The first two segments stay, so that the request reaches the same service.
    ...segments.slice(3).map((_, at) => {
      const changed = segments.with(at + 3, encodedLone).join('/');
      return query ? `${changed}?${query}` : changed;
    }),
    ...pairs.flatMap((pair, at) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return [
        `${name}=${encodedLone}`,
        `${name}=${value}${encodedLone}`,
        `${encodedLone}=${value}`,
      ].map((each) => `${place}?${pairs.with(at, each).join('&')}`);
    }),
    `${path}${query ? '&' : '?'}${encodedLone}=${encodedLone}`,
  ];
};

/** Headers with free text or names. */
const headers = [
  'accept',
  'accept-profile',
  'cache-control',
  'content-profile',
  'content-type',
  'prefer',
  'user-agent',
  'x-client-info',
] as const;

/** Storage reads this header as JSON in base64. */
const notes = Buffer.from(JSON.stringify({ title: lone, [lone]: 1 })).toString('base64');

const headersOf = (): [name: string, value: string][] => [
  // Node writes each character of a header as one byte.
  ...headers.map((name): [string, string] => [name, '\u00ed\u00a0\u0080']),
  ['x-metadata', notes],
];

/** Copies of the request, with a lone surrogate in each place of its body, path, query and headers in turn. */
export function withLoneSurrogates(request: WireRequest): WireRequest[] {
  const requests: WireRequest[] = [];
  for (const body of bodiesOf(request)) requests.push({ ...request, body });
  for (const path of pathsOf(request)) requests.push({ ...request, path });
  for (const [name, value] of headersOf()) {
    requests.push({ ...request, headers: { ...request.headers, [name]: value } });
  }
  return requests;
}
