import type { Caller, Claims, Role } from '../http/caller.ts';

/** As the roles' settings in platform/01-roles-and-schemas.sql: a set role does not bring them along. */
const statementTimeout: Record<Role, string> = {
  anon: '3s',
  authenticated: '8s',
  service_role: '60s',
};

export type Access = 'read only' | 'read write';

/**
 * The one place where a request's role and claims are set, until its transaction ends.
 * As a condition it sends nothing back. The role comes last: whatever might
 * keep one of them from being set leaves a role without rights.
 */
export const scopeText = `select where
  set_config('transaction_read_only', $1, true) is not null
  and set_config('statement_timeout', $2, true) is not null
  and set_config('request.jwt.claims', $3, true) is not null
  and set_config('request.method', $4, true) is not null
  and set_config('request.path', $5, true) is not null
  and set_config('request.headers', $6, true) is not null
  and set_config('role', $7, true) is not null`;

/** Claims as JSON. A token that comes again has the same claims. */
const written = new WeakMap<Claims, string>();

function writeClaims(claims: Claims): string {
  let json = written.get(claims);
  if (json === undefined) written.set(claims, (json = JSON.stringify(claims)));
  return json;
}

/** The values for `scopeText`. */
export const scopeValues = ({ role, claims, request }: Caller, access: Access): string[] => [
  access === 'read only' ? 'on' : 'off',
  statementTimeout[role],
  claims ? writeClaims(claims) : JSON.stringify({ role }),
  request.method,
  request.path,
  JSON.stringify(request.headers),
  role,
];
