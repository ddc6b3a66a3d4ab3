import type { Caller } from '../../../identity/caller.ts';
import type { GatewayContext } from '../../../http/service.ts';
import type { LimitSettings } from '../../../config/limit-settings.ts';
import type { Engine } from '../engine.ts';
import { negotiateMediaType, type MediaType } from '../request/media-type.ts';
import { readPreferences, type Preferences } from '../request/preferences.ts';
import type { ExposedSchema } from '../schema/schema-cache.ts';
import { unexposedSchema } from '../errors.ts';

/** The parts of a request that every endpoint needs besides the query. */
export interface RestRequest {
  readonly caller: Caller;
  readonly schema: ExposedSchema;
  readonly preferences: Preferences;
  readonly mediaType: MediaType;
  readonly limits: LimitSettings;
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

export const isSingle = ({ mediaType }: RestRequest): boolean =>
  mediaType === 'application/vnd.pgrst.object+json';

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
