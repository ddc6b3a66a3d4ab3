import type { Role } from '../identity/caller.ts';

/**
 * `statement_timeout` by role, where the caller brings no settings of the role's own: `set role`
 * does not apply the settings of `alter role`. The values repeat those in
 * initial-schema/01-roles-and-schemas.sql. As on hosted Supabase `service_role` has none of its
 * own, so that the `authenticator`'s holds
 * (supabase.com/docs/guides/database/postgres/timeouts, "Role level").
 */
export const statementTimeouts: Record<Role, string> = {
  anon: '3s',
  authenticated: '8s',
  service_role: '8s',
};
