import { fragment } from '../../../database/fragment.ts';
import type { TransactionSql } from '../../../database/sql.ts';
import { factorJson, type Factor } from '../mfa/factors.ts';

type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

export type Metadata = Record<string, JsonValue>;

/** A row of auth.identities: one way in which the account's owner can sign in. */
export interface Identity {
  readonly id: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: Metadata;
  readonly provider: string;
  /** Times inside JSON are PostgreSQL's text. */
  readonly last_sign_in_at: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly email: string | null;
}

/** The columns of auth.users that this service reads, with the account's identities and factors. */
export interface User {
  readonly id: string;
  readonly aud: string | null;
  readonly role: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: Date | null;
  readonly phone_confirmed_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly invited_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly reauthentication_sent_at: Date | null;
  readonly email_change: string | null;
  readonly email_change_sent_at: Date | null;
  readonly phone_change: string | null;
  readonly phone_change_sent_at: Date | null;
  readonly last_sign_in_at: Date | null;
  readonly raw_app_meta_data: Metadata | null;
  readonly raw_user_meta_data: Metadata | null;
  readonly created_at: Date | null;
  readonly updated_at: Date | null;
  readonly banned_until: Date | null;
  readonly is_anonymous: boolean;
  readonly identities: readonly Identity[];
  readonly factors: readonly Factor[];
}

/** The `instance_id` of every row, by which GoTrue's queries filter. */
export const instanceId = '00000000-0000-0000-0000-000000000000';

const selection = fragment`
  select users.id, aud, role, users.email, phone, encrypted_password, email_confirmed_at,
    phone_confirmed_at, confirmed_at, invited_at, confirmation_sent_at, recovery_sent_at,
    reauthentication_sent_at, email_change, email_change_sent_at, phone_change,
    phone_change_sent_at, users.last_sign_in_at, raw_app_meta_data, raw_user_meta_data,
    users.created_at, users.updated_at, banned_until, is_anonymous,
    coalesce((
      select jsonb_agg(to_jsonb(identities) order by identities.created_at)
      from auth.identities where identities.user_id = users.id
    ), '[]') as identities,
    coalesce((
      select jsonb_agg(to_jsonb(factors) - 'secret' order by factors.created_at)
      from auth.mfa_factors as factors where factors.user_id = users.id
    ), '[]') as factors
  from auth.users`;

/** The account with this id; undefined if it does not exist or was deleted. */
export async function findUser(sql: TransactionSql, id: string): Promise<User | undefined> {
  const [user] = await sql<User[]>`
    ${selection} where users.id = ${id} and deleted_at is null`;
  return user;
}

/**
 * The account with this e-mail address.
 * @param email in lower case
 */
export async function findUserByEmail(
  sql: TransactionSql,
  email: string,
): Promise<User | undefined> {
  const [user] = await sql<User[]>`
    ${selection}
    where users.email = ${email} and is_sso_user = false and deleted_at is null`;
  return user;
}

/** Whether the account is banned. A ban until `infinity` is read as an invalid date, and counts. */
export const isBanned = (user: User): boolean =>
  user.banned_until !== null && !(user.banned_until.getTime() <= Date.now());

const toIsoString = (time: Date | string | null): string | undefined => {
  const date = time === null ? null : new Date(time);
  return date === null || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

const identityJson = (identity: Identity) => ({
  identity_id: identity.id,
  id: identity.provider_id,
  user_id: identity.user_id,
  identity_data: identity.identity_data,
  provider: identity.provider,
  last_sign_in_at: toIsoString(identity.last_sign_in_at),
  created_at: toIsoString(identity.created_at),
  updated_at: toIsoString(identity.updated_at),
  email: identity.email ?? undefined,
});

/** The account in GoTrue's JSON for its owner. Fields without a value are left out. */
export const userJson = (user: User) => ({
  id: user.id,
  aud: user.aud ?? '',
  role: user.role ?? '',
  email: user.email ?? '',
  email_confirmed_at: toIsoString(user.email_confirmed_at),
  invited_at: toIsoString(user.invited_at),
  phone: user.phone ?? '',
  phone_confirmed_at: toIsoString(user.phone_confirmed_at),
  confirmation_sent_at: toIsoString(user.confirmation_sent_at),
  confirmed_at: toIsoString(user.confirmed_at),
  recovery_sent_at: toIsoString(user.recovery_sent_at),
  new_email: user.email_change || undefined,
  email_change_sent_at: toIsoString(user.email_change_sent_at),
  new_phone: user.phone_change || undefined,
  phone_change_sent_at: toIsoString(user.phone_change_sent_at),
  reauthentication_sent_at: toIsoString(user.reauthentication_sent_at),
  last_sign_in_at: toIsoString(user.last_sign_in_at),
  app_metadata: user.raw_app_meta_data ?? {},
  user_metadata: user.raw_user_meta_data ?? {},
  factors: user.factors.length > 0 ? user.factors.map(factorJson) : undefined,
  identities: user.identities.map(identityJson),
  created_at: toIsoString(user.created_at),
  updated_at: toIsoString(user.updated_at),
  banned_until: toIsoString(user.banned_until),
  is_anonymous: user.is_anonymous,
});
