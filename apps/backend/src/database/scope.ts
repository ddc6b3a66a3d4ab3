import type { Role, Caller, Claims } from '../identity/caller.ts';
import type { Statement } from './statement.ts';

/**
 * `statement_timeout` by role, where the caller brings no settings of the role's own: `set role`
 * does not apply the settings of `alter role`. The values repeat those in
 * initial-schema/01-roles-and-schemas.sql. As on hosted Supabase `service_role` has none of its
 * own, so that the `authenticator`'s holds
 * (supabase.com/docs/guides/database/postgres/timeouts, "Role level").
 */
const statementTimeouts: Record<Role, string> = {
  anon: '3s',
  authenticated: '8s',
  service_role: '8s',
};

export type Access = 'read only' | 'read write';

/** The search path of callers' connections, as initial-schema/01-roles-and-schemas.sql sets it. */
export const connectionSearchPath: readonly string[] = ['public', 'extensions'];

/** The settings that every scope has, in the order of the statement's parameters. */
const settingNames = [
  'transaction_read_only',
  'statement_timeout',
  'request.jwt.claims',
  'request.method',
  'request.path',
  'request.headers',
] as const;

/** The settings of a transaction in which a caller's statements run. */
export interface Scope {
  readonly role: Role;
  readonly settings: Readonly<Record<(typeof settingNames)[number], string>>;
  /** Null for the connection's own. */
  readonly searchPath: string | null;
  /** Further settings of the caller's role, by their names, as a JSON object; null for none. */
  readonly roleSettings: string | null;
}

const setEach = settingNames
  .map((name, index) => `set_config('${name}', $${index + 1}, true) is not null`)
  .join('\n  and ');

const [next, afterNext, last] = [1, 2, 3].map((count) => `$${settingNames.length + count}`);

const usualText = `select where ${setEach}
  and set_config('role', ${next}, true) is not null`;

/** A text of its own, because few callers need it and it takes twice as long. */
const fullText = `select where ${setEach}
  and (${next}::text is null or set_config('search_path', ${next}, true) is not null)
  and (${afterNext}::json is null or (
    select bool_and(set_config(key, value, true) is not null) from json_each_text(${afterNext}::json)))
  and set_config('role', ${last}, true) is not null`;

/** Claims as JSON. A token that is used again has the same claims object. */
const claimsJson = new WeakMap<Claims, string>();

function writeClaims(claims: Claims): string {
  let json = claimsJson.get(claims);
  if (json === undefined) claimsJson.set(claims, (json = JSON.stringify(claims)));
  return json;
}

/** Settings as JSON; null where there are none. All callers of a role share one settings object. */
const roleSettingsJson = new WeakMap<object, string | null>();

function writeRoleSettings(settings: NonNullable<Caller['settings']>): string | null {
  let json = roleSettingsJson.get(settings);
  if (json === undefined) {
    // `statement_timeout` is one of the settings that every scope has.
    const { statement_timeout: _, ...others } = settings;
    json = Object.keys(others).length > 0 ? JSON.stringify(others) : null;
    roleSettingsJson.set(settings, json);
  }
  return json;
}

/** The scope of a caller's transaction. */
export function scopeOf(caller: Caller, access: Access): Scope {
  const { role, claims, request, searchPath = null, settings } = caller;
  return {
    role,
    settings: {
      transaction_read_only: access === 'read only' ? 'on' : 'off',
      statement_timeout: settings?.statement_timeout ?? statementTimeouts[role],
      'request.jwt.claims': claims ? writeClaims(claims) : JSON.stringify({ role }),
      'request.method': request.method,
      'request.path': request.path,
      'request.headers': JSON.stringify(request.headers),
    },
    searchPath,
    roleSettings: settings ? writeRoleSettings(settings) : null,
  };
}

/**
 * The statement that sets a scope until its transaction ends: the only place where a request's role
 * and claims are set. Its settings are a condition, so that it returns no columns. The role is set
 * last: if anything before it fails, the transaction is left with a role without rights.
 */
export function scopeStatement({ role, settings, searchPath, roleSettings }: Scope): Statement {
  const values = settingNames.map((name) => settings[name]);
  return searchPath === null && roleSettings === null
    ? { text: usualText, values: [...values, role] }
    : { text: fullText, values: [...values, searchPath, roleSettings, role] };
}
