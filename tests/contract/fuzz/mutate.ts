import { deepJson, hostileText, hostileValue } from './hostile-text.ts';
import { nestedEmbeds, nestedTables } from './nested-embeds.ts';
import type { Random } from './random.ts';
import type { WireRequest } from './request.ts';

type Mutation = (request: WireRequest, random: Random) => WireRequest;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

/** Headers that the services read. */
const headers = [
  'accept',
  'accept-profile',
  'apikey',
  'authorization',
  'cache-control',
  'content-profile',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'origin',
  'prefer',
  'range',
  'range-unit',
  'user-agent',
  'x-client-info',
  'x-metadata',
  'x-supabase-api-version',
  'x-upsert',
];

/** Encodes characters that Node refuses in a path; percent signs and dots stay as they are. */
const wirePath = (text: string): string =>
  text.replaceAll(/[^\x21-\x7e]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );

/** Replaces characters that Node refuses in a header's value. */
const wireHeader = (text: string): string =>
  text.replaceAll(/[^\t\x20-\x7e]/gu, '?').slice(0, 4000);

const encoded = (text: string, random: Random): string =>
  random.chance(0.6) ? encodeURIComponent(text.toWellFormed()) : wirePath(text);

const split = (path: string): [place: string, query: string[]] => {
  const [place = '', query] = path.split(/\?(.*)/s);
  return [place, query ? query.split('&') : []];
};

const join = (place: string, query: string[]): string =>
  query.length > 0 ? `${place}?${query.join('&')}` : place;

const withQuery =
  (change: (query: string[], random: Random) => string[]): Mutation =>
  (request, random) => {
    const [place, query] = split(request.path);
    return { ...request, path: join(place, change(query, random)) };
  };

const replaceQueryValue = withQuery((query, random) => {
  const at = random.below(query.length);
  return query.map((pair, index) =>
    index === at ? `${pair.split('=')[0]}=${encoded(hostileText(random), random)}` : pair,
  );
});

const addQueryPair = withQuery((query, random) => [
  ...query,
  `${encoded(hostileText(random), random)}=${encoded(hostileText(random), random)}`,
]);

const repeatQueryPair = withQuery((query, random) =>
  query.length > 0 ? [...query, random.pick(query)] : query,
);

const replacePathSegment: Mutation = (request, random) => {
  const [place, query] = split(request.path);
  const segments = place.split('/');
  // The first two segments stay, so that the request reaches the same service.
  const at = 3 + random.below(Math.max(1, segments.length - 3));
  segments[at] = encoded(hostileText(random), random).replaceAll('?', '%3F');
  return { ...request, path: join(segments.join('/'), query) };
};

/** Only requests for tables have a select. */
const nestEmbeds: Mutation = (request, random) => {
  if (!request.path.startsWith('/rest/v1/') || request.path.includes('/rpc/')) return request;
  const table = random.pick(nestedTables);
  const [, query] = split(request.path);
  const others = query.filter((pair) => !pair.startsWith('select='));
  const select = `select=${nestedEmbeds(table, random)}`;
  return { ...request, path: join(`/rest/v1/${table}`, [select, ...others]) };
};

const changeMethod: Mutation = (request, random) => ({ ...request, method: random.pick(methods) });

const setHeader: Mutation = (request, random) => ({
  ...request,
  headers: { ...request.headers, [random.pick(headers)]: wireHeader(hostileText(random)) },
});

const dropHeader: Mutation = (request, random) => {
  const names = Object.keys(request.headers);
  const dropped = names[random.below(names.length)];
  return {
    ...request,
    headers: Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => name !== dropped),
    ),
  };
};

const tamperToken: Mutation = (request, random) => {
  const { authorization } = request.headers;
  if (!authorization) return request;
  const at = random.below(authorization.length);
  const changed = `${authorization.slice(0, at)}${random.pick(['A', '.', '-', ''])}${authorization.slice(at + 1)}`;
  return { ...request, headers: { ...request.headers, authorization: changed } };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Longer bodies are not parsed: they could be nested so deeply that JSON.stringify exhausts the stack. */
const longestParsed = 8192;

const parse = (body: Buffer | null): unknown => {
  if (!body || body.length > longestParsed) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};

const changeJson: Mutation = (request, random) => {
  const value = parse(request.body);
  if (!isRecord(value)) return request;
  const keys = Object.keys(value);
  const key = keys.length > 0 && random.chance(0.8) ? random.pick(keys) : hostileText(random);
  const changed = { ...value, [key]: hostileValue(random) };
  return { ...request, body: Buffer.from(JSON.stringify(changed)) };
};

const replaceBody: Mutation = (request, random) => {
  if (['GET', 'HEAD'].includes(request.method)) return request;
  return {
    ...request,
    body: Buffer.from(
      random.pick([
        () => deepJson(random),
        () => hostileText(random),
        () => JSON.stringify([hostileValue(random), hostileValue(random)]),
        () => JSON.stringify(hostileValue(random)) ?? '',
      ])(),
    ),
  };
};

const damageBody: Mutation = (request, random) => {
  if (!request.body || request.body.length === 0) return request;
  const body = Buffer.from(request.body.subarray(0, 1 + random.below(request.body.length)));
  for (let flips = random.below(4); flips > 0; flips -= 1) {
    body[random.below(body.length)] = random.below(256);
  }
  return { ...request, body };
};

const mutations: readonly Mutation[] = [
  replaceQueryValue,
  replaceQueryValue,
  addQueryPair,
  repeatQueryPair,
  replacePathSegment,
  replacePathSegment,
  nestEmbeds,
  changeMethod,
  setHeader,
  setHeader,
  dropHeader,
  tamperToken,
  changeJson,
  changeJson,
  replaceBody,
  damageBody,
];

/** A valid request with up to four mutations. */
export function mutate(request: WireRequest, random: Random): WireRequest {
  let mutated = request;
  for (let times = random.below(5); times > 0; times -= 1) {
    mutated = random.pick(mutations)(mutated, random);
  }
  return mutated;
}
