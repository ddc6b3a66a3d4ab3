import { createHmac, hkdfSync, randomInt, randomUUID } from 'node:crypto';
import { identifier } from '../../../database/fragment.ts';
import type { TransactionSql } from '../../../database/sql.ts';
import type { User } from '../accounts/users.ts';

/** What a mailed token is for, with the column that says when it was mailed. */
const sentAt = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_current: 'email_change_sent_at',
  email_change_token_new: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const;

export type Purpose = keyof typeof sentAt;

/** Marks the token of a link that is to end in a code for the browser that asked (PKCE). */
const pkcePrefix = 'pkce_';

export const isPkceToken = (tokenHash: string): boolean => tokenHash.startsWith(pkcePrefix);

export interface OneTimeToken {
  /** Digits, to be typed in. */
  readonly code: string;
  /** Stands in the link. */
  readonly tokenHash: string;
}

export interface OneTimeTokenRequest {
  readonly userId: User['id'];
  /** Where it is mailed to. */
  readonly email: string;
  readonly purpose: Purpose;
  readonly pkce: boolean;
}

export interface OneTimeTokenOptions {
  /** The installation's secret key. */
  readonly secret: string;
  /** Digits of a code. */
  readonly length: number;
  /** How long a token may be used, seconds. */
  readonly lifetime: number;
}

/**
 * Mailed tokens. One is known as a code of few digits and as a hash, which stands
 * in the link. The hash is keyed: who knows an address could otherwise try the
 * hashes of all codes, past the limit on typing them.
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

  /** The hashes that a code may have been mailed with, to this address. */
  hashesOf(email: string, code: string): string[] {
    const hash = createHmac('sha256', this.#key).update(`${email}\0${code}`).digest('hex');
    return [hash, `${pkcePrefix}${hash}`];
  }

  /** Makes a token for an account; the one before it for the same purpose is void. */
  async create(
    sql: TransactionSql,
    { userId, email, purpose, pkce }: OneTimeTokenRequest,
  ): Promise<OneTimeToken> {
    const code = String(randomInt(10 ** this.#length)).padStart(this.#length, '0');
    const tokenHash = this.hashesOf(email, code)[pkce ? 1 : 0]!;
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
   * Uses a token up.
   * @param hashes one of them is the token's
   * @returns nothing when there is no such token, or it is too old
   */
  async take(
    sql: TransactionSql,
    hashes: readonly string[],
    purposes: readonly Purpose[],
  ): Promise<{ userId: User['id']; purpose: Purpose } | undefined> {
    const [row] = await sql<{ user_id: string; token_type: Purpose; fresh: boolean }[]>`
      delete from auth.one_time_tokens
      where token_hash = any(${[...hashes]}::text[]) and token_type::text = any(${[...purposes]}::text[])
      returning user_id, token_type,
        created_at > (now() at time zone 'utc') - make_interval(secs => ${this.lifetime}) as fresh`;
    return row?.fresh ? { userId: row.user_id, purpose: row.token_type } : undefined;
  }
}
