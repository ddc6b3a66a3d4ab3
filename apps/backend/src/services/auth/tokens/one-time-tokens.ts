import { createHmac, hkdfSync, randomInt, randomUUID } from 'node:crypto';
import { identifier } from '../../../database/fragment.ts';
import type { TransactionSql } from '../../../database/sql.ts';
import type { User } from '../accounts/users.ts';

/** The purposes of mailed tokens, with the column of auth.users that has the time of the mail. */
const sentAt = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_current: 'email_change_sent_at',
  email_change_token_new: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const;

export type Purpose = keyof typeof sentAt;

export interface OneTimeToken {
  /** Digits that people type in. */
  readonly code: string;
  /** The link's token. */
  readonly tokenHash: string;
}

export interface OneTimeTokenRequest {
  readonly userId: User['id'];
  /** The recipient's address. */
  readonly email: string;
  readonly purpose: Purpose;
}

export interface OneTimeTokenOptions {
  /** The installation's secret key. */
  readonly secret: string;
  /** Digits in a code. */
  readonly length: number;
  /** How long a token may be used, seconds. */
  readonly lifetime: number;
}

/**
 * Mailed tokens. Each has a code of a few digits, and a hash of the code, which is the link's token.
 * The hash is keyed. Otherwise anybody who knows an address could compute the hashes of all codes and
 * try them as links, without the limit on codes.
 */
export class OneTimeTokens {
  /** How long a token may be used, seconds. */
  readonly lifetime: number;
  readonly #key: Buffer;
  readonly #length: number;

  constructor({ secret, length, lifetime }: OneTimeTokenOptions) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'one-time tokens', 32));
    this.#length = length;
    this.lifetime = lifetime;
  }

  /** The hash of a code that was mailed to this address. */
  hashOf(email: string, code: string): string {
    return createHmac('sha256', this.#key).update(`${email}\0${code}`).digest('hex');
  }

  /** Creates a token of an account, which replaces an earlier one for the same purpose. */
  async create(
    sql: TransactionSql,
    { userId, email, purpose }: OneTimeTokenRequest,
  ): Promise<OneTimeToken> {
    const code = String(randomInt(10 ** this.#length)).padStart(this.#length, '0');
    const tokenHash = this.hashOf(email, code);
    await sql`
      insert into auth.one_time_tokens
        (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
      values
        (${randomUUID()}, ${userId}, ${purpose}, ${tokenHash}, ${email},
         now() at time zone 'utc', now() at time zone 'utc')
      on conflict (user_id, token_type) do update
        set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
          created_at = excluded.created_at, updated_at = excluded.updated_at`;
    await sql`
      update auth.users set ${identifier(purpose)} = ${tokenHash}, ${identifier(sentAt[purpose])} = now()
      where id = ${userId}`;
    return { code, tokenHash };
  }

  /**
   * Deletes a token and returns its account.
   * @returns undefined if the token does not exist or has expired
   */
  async take(
    sql: TransactionSql,
    tokenHash: string,
    purposes: readonly Purpose[],
  ): Promise<{ userId: User['id']; purpose: Purpose } | undefined> {
    const [row] = await sql<{ user_id: string; token_type: Purpose; fresh: boolean }[]>`
      delete from auth.one_time_tokens
      where token_hash = ${tokenHash} and token_type::text = any(${[...purposes]}::text[])
      returning user_id, token_type,
        created_at > (now() at time zone 'utc') - make_interval(secs => ${this.lifetime}) as fresh`;
    return row?.fresh ? { userId: row.user_id, purpose: row.token_type } : undefined;
  }
}

/** Deletes all mailed tokens of an account, and the change of e-mail that some of them would confirm. */
export async function deleteMailedTokens(sql: TransactionSql, userId: string): Promise<void> {
  await sql`
    update auth.users
    set confirmation_token = '', confirmation_sent_at = null,
      recovery_token = '', recovery_sent_at = null,
      email_change = '', email_change_token_current = '', email_change_token_new = '',
      email_change_sent_at = null, email_change_confirm_status = 0,
      phone_change_token = '', phone_change_sent_at = null,
      reauthentication_token = '', reauthentication_sent_at = null
    where id = ${userId}`;
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`;
}
