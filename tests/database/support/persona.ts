import type { PostgresError, Sql, TransactionSql } from 'postgres';

/** An account with its profile. */
export interface Person {
  readonly id: string;
  readonly username: string;
  /** The session's authenticator assurance level; a password's by default. */
  readonly aal?: 'aal1' | 'aal2';
  /** The session of the person's token. */
  readonly session?: string;
}

/** A person in a session of their own. */
export interface SignedIn extends Person {
  readonly session: string;
}

/** The caller of a statement: a signed-in person, or a visitor. */
export type Persona = Person | 'visitor';

/** The database's error for a forbidden statement. */
export const refused = { code: '42501' };
export const breaksCheck = { code: '23514' };
export const breaksReference = { code: '23503' };
export const alreadyThere = { code: '23505' };

/** The error of a statement that is expected to fail. */
export const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    ({ code, message }: PostgresError) => ({ code, message }),
  );

/** Sets role and claims for the rest of the transaction, as the backend does for a request. */
export async function become(
  sql: Sql | TransactionSql,
  persona: Persona,
  headers: Record<string, string> = {},
): Promise<void> {
  const role = persona === 'visitor' ? 'anon' : 'authenticated';
  const claims =
    persona === 'visitor'
      ? { role }
      : { role, sub: persona.id, aal: persona.aal ?? 'aal1', session_id: persona.session };
  await sql`
    select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
      set_config('request.headers', ${JSON.stringify(headers)}, true),
      set_config('role', ${role}, true)`;
}
