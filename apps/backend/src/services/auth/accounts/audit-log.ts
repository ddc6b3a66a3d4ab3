import { randomUUID } from 'node:crypto';
import type { TransactionSql } from '../../../database/sql.ts';
import { instanceId, type Metadata, type User } from './users.ts';

/** The recorded actions by GoTrue's names, each with GoTrue's `log_type`. */
const logTypes = {
  identity_linked: 'user',
  identity_unlinked: 'user',
  challenge_created: 'factor',
  factor_deleted: 'factor',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  login: 'account',
  logout: 'account',
  token_refreshed: 'token',
  token_revoked: 'token',
  user_confirmation_requested: 'user',
  user_deleted: 'team',
  user_modified: 'user',
  user_reauthenticate_requested: 'user',
  user_recovery_requested: 'user',
  user_repeated_signup: 'user',
  user_signedup: 'team',
  user_updated_password: 'user',
  verification_attempted: 'factor',
} as const;

type AuditAction = keyof typeof logTypes;

/** The actor of an entry: an account, or the operator with the secret key. */
type Actor = Pick<User, 'id' | 'email' | 'phone'>;

export const operator: Actor = { id: instanceId, email: 'service_role', phone: null };

/**
 * Inserts an entry into auth.audit_log_entries, in the transaction of the recorded action.
 * @param address the client's IP address
 * @param traits details, by GoTrue's names
 */
export async function recordAuditEntry(
  sql: TransactionSql,
  action: AuditAction,
  actor: Actor,
  address: string | null,
  traits: Metadata | null = null,
): Promise<void> {
  const payload = {
    actor_id: actor.id,
    actor_username: actor.phone || actor.email || '',
    actor_via_sso: false,
    action,
    log_type: logTypes[action],
    ...(traits ? { traits } : {}),
  };
  await sql`
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    values (${instanceId}, ${randomUUID()}, ${JSON.stringify(payload)}, now(), ${address ?? ''})`;
}
