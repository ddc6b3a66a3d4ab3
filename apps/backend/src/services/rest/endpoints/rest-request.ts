import type { Caller } from '../../../identity/caller.ts';
import type { Handler } from 'hono';
import type { GatewayContext, GatewayEnv } from '../../../http/service.ts';
import type { RestLimits } from '../limits.ts';
import type { Access } from '../../../database/scope.ts';
import type { BoundStatement, Engine } from '../engine.ts';
import { negotiateMediaType, type MediaType } from '../request/media-type.ts';
import { readPreferences, type Preferences } from '../request/preferences.ts';
import type { ExposedSchema } from '../schema/schema-cache.ts';
import type { ResultRow } from '../sql/result-row.ts';
import { notSingular, tooManyAffected, unexposedSchema } from '../errors.ts';

/** Creates the handler of an endpoint; called once, at the start. */
export type Endpoint<Path extends '/:relation' | '/rpc/:function'> = (
  engine: Engine,
) => Handler<GatewayEnv, Path>;

/** The parts of a request that every endpoint needs besides the query. */
export interface RestRequest {
  readonly caller: Caller;
  readonly schema: ExposedSchema;
  readonly preferences: Preferences;
  readonly mediaType: MediaType;
  readonly limits: RestLimits;
  /** The query string, without its `?`. */
  readonly search: string;
  /** `Content-Profile`, where several schemas are exposed or one was requested. */
  readonly profileHeader: Readonly<Record<string, string>>;
}

const queryString = (url: string): string => {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
};

/** The path as PostgREST gets it from Supabase's gateway, without `/rest/v1`. */
const pathBelowService = (url: string): string => /\/rest\/v1(\/[^?#]*)/.exec(url)?.[1] ?? '/';

/** @throws {RestError} PGRST106, PGRST107, PGRST122, PGRST127 */
export function openRequest(context: GatewayContext, engine: Engine): RestRequest {
  const profile = readProfile(context, engine.schemas);
  const isNegotiated = engine.schemas.length > 1 || context.req.header('accept-profile');
  const schema = engine.schema(profile);
  return {
    caller: engine.within(schema, context.get('caller'), pathBelowService(context.req.url)),
    schema,
    preferences: readPreferences(context.req.header('prefer')),
    mediaType: negotiateMediaType(context.req.header('accept')),
    limits: engine.limits,
    search: queryString(context.req.url),
    profileHeader: isNegotiated ? { 'Content-Profile': profile } : {},
  };
}

/** Whether a response has exactly one row, as an object. */
export const isSingle = ({ mediaType }: RestRequest): boolean =>
  mediaType === 'application/vnd.pgrst.object+json';

/**
 * Runs a statement, and rejects a result that is not exactly the one requested row, or has more rows
 * than `max-affected` allows. A rejected write is rolled back.
 * @param countRows the number of rows that count
 * @throws {RestError} PGRST116, PGRST124
 */
export async function runWithin(
  engine: Engine,
  request: RestRequest,
  statement: BoundStatement,
  access: Access,
  countRows = ({ rows }: ResultRow): number => rows,
): Promise<ResultRow> {
  const most = mostAffected(request);
  const check = (result: ResultRow) => {
    const rows = countRows(result);
    if (isSingle(request) && rows !== 1) throw notSingular(rows);
    if (most !== null && rows > most) throw tooManyAffected(rows);
  };
  if (access === 'read write' && (isSingle(request) || most !== null)) {
    return engine.runChecked(request.caller, statement, check);
  }
  const result = await engine.run(request.caller, statement, access);
  check(result);
  return result;
}

/** The maximum of rows that a request may affect; null without one. */
export const mostAffected = ({ preferences }: RestRequest): number | null =>
  preferences.handling === 'strict' ? preferences.maxAffected : null;

/**
 * The schema of a request: that of `Accept-Profile` for reads, of `Content-Profile` otherwise, and the
 * first exposed one without the header.
 * @throws {RestError} PGRST106 for a schema that is not exposed
 */
function readProfile(context: GatewayContext, exposed: readonly string[]): string {
  const { method } = context.req;
  const isRead = method === 'GET' || method === 'HEAD';
  const profile = context.req.header(isRead ? 'accept-profile' : 'content-profile');
  if (profile === undefined) return exposed[0] ?? 'public';
  if (!exposed.includes(profile)) throw unexposedSchema(profile, exposed);
  return profile;
}
