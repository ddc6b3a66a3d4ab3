import type { Caller, Claims, Role } from '../identity/caller.ts';

/**
 * Where a caller brings no settings of the role's own. As the roles' settings in
 * platform/01-roles-and-schemas.sql: a set role does not bring them along. As on hosted Supabase
 * `service_role` has none of its own, so that the `authenticator`'s holds
 * (supabase.com/docs/guides/database/postgres/timeouts, "Role level").
 */
const statementTimeout: Record<Role, string> = {
  anon: '3s',
  authenticated: '8s',
  service_role: '8s',
};

export type Access = 'read only' | 'read write';

/** Where a connection of callers looks for names, as platform/06-role-settings.sql has it. */
export const connectionSearchPath: readonly string[] = ['public', 'extensions'];

/** A statement that makes the transaction a caller's, and its values, of which the role is last. */
export interface Scope {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

const usualSettings = `set_config('transaction_read_only', $1, true) is not null
  and set_config('statement_timeout', $2, true) is not null
  and set_config('request.jwt.claims', $3, true) is not null
  and set_config('request.method', $4, true) is not null
  and set_config('request.path', $5, true) is not null
  and set_config('request.headers', $6, true) is not null`;

const usualText = `select where ${usualSettings}
  and set_config('role', $7, true) is not null`;

/** What most callers do without has a text of its own: it takes as long as all the rest. */
const fullText = `select where ${usualSettings}
  and ($7::text is null or set_config('search_path', $7, true) is not null)
  and ($8::json is null or (
    select bool_and(set_config(key, value, true) is not null) from json_each_text($8::json)))
  and set_config('role', $9, true) is not null`;

/** Claims as JSON. A token that comes again has the same claims. */
const written = new WeakMap<Claims, string>();

function writeClaims(claims: Claims): string {
  let json = written.get(claims);
  if (json === undefined) written.set(claims, (json = JSON.stringify(claims)));
  return json;
}

/** Settings as JSON; null where there are none. The settings of a role are one object. */
const writtenSettings = new WeakMap<object, string | null>();

function writeSettings(settings: NonNullable<Caller['settings']>): string | null {
  let json = writtenSettings.get(settings);
  if (json === undefined) {
    // It has a parameter of its own.
    const { statement_timeout: _, ...others } = settings;
    json = Object.keys(others).length > 0 ? JSON.stringify(others) : null;
    writtenSettings.set(settings, json);
  }
  return json;
}

/**
 * The one place where a request's role and claims are set, until its transaction ends.
 * As a condition it sends nothing back. The role comes last: whatever might
 * keep one of them from being set leaves a role without rights.
 */
export function scopeOf(caller: Caller, access: Access): Scope {
  const { role, claims, request, searchPath = null, settings } = caller;
  const usual = [
    access === 'read only' ? 'on' : 'off',
    settings?.statement_timeout ?? statementTimeout[role],
    claims ? writeClaims(claims) : JSON.stringify({ role }),
    request.method,
    request.path,
    JSON.stringify(request.headers),
  ];
  const others = settings ? writeSettings(settings) : null;
  return searchPath === null && others === null
    ? { text: usualText, values: [...usual, role] }
    : { text: fullText, values: [...usual, searchPath, others, role] };
}
