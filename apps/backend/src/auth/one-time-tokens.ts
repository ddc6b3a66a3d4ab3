import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import type { User } from './users.ts';

/** How long a mailed token may be used, seconds. */
const lifetime = 3600;

/** What a one-time token is for. */
type Purpose = 'confirmation_token';

export interface OneTimeToken {
  /** Six digits, to be typed in. */
  readonly code: string;
  /** Stands in the link. */
  readonly tokenHash: string;
}

/** Only this is kept of a code: a hash of it with the address that it was sent to. */
export const hashToken = (email: string, code: string): string =>
  createHash('sha224').update(`${email}${code}`).digest('hex');

/** Makes a token for an account; the one before it for the same purpose is void. */
export async function createOneTimeToken(
  sql: TransactionSql,
  userId: string,
  email: string,
  purpose: Purpose,
): Promise<OneTimeToken> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const tokenHash = hashToken(email, code);
  await sql`
    insert into auth.one_time_tokens
      (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values
      (${randomUUID()}, ${userId}, ${purpose}, ${tokenHash}, ${email},
       now() at time zone 'utc', now() at time zone 'utc')
    on conflict (user_id, token_type) do update
      set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
        created_at = excluded.created_at, updated_at = excluded.updated_at`;
  return { code, tokenHash };
}

/**
 * Uses a token up.
 * @returns the id of its account; none when there is no such token, or it is too old
 */
export async function takeOneTimeToken(
  sql: TransactionSql,
  tokenHash: string,
  purpose: Purpose,
): Promise<User['id'] | undefined> {
  const [row] = await sql<{ user_id: string; fresh: boolean }[]>`
    delete from auth.one_time_tokens
    where token_hash = ${tokenHash} and token_type = ${purpose}
    returning user_id,
      created_at > (now() at time zone 'utc') - make_interval(secs => ${lifetime}) as fresh`;
  return row?.fresh ? row.user_id : undefined;
}
