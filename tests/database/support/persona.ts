import type { Sql, TransactionSql } from 'postgres';

/** An account with its profile. */
export interface Person {
  readonly id: string;
  readonly username: string;
  /** What the session has proved: a password, unless said otherwise. */
  readonly aal?: 'aal1' | 'aal2';
}

/** On whose behalf a statement runs: someone signed in, or a visitor. */
export type Persona = Person | 'visitor';

/** What the database answers to what it does not allow at all. */
export const refused = { code: '42501' };
export const breaksCheck = { code: '23514' };
export const breaksReference = { code: '23503' };
export const alreadyThere = { code: '23505' };

/** Sets role and claims for the rest of the transaction, as the backend does for a request. */
export async function become(
  sql: Sql | TransactionSql,
  persona: Persona,
  headers: Record<string, string> = {},
): Promise<void> {
  const role = persona === 'visitor' ? 'anon' : 'authenticated';
  const claims =
    persona === 'visitor' ? { role } : { role, sub: persona.id, aal: persona.aal ?? 'aal1' };
  await sql`
    select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
      set_config('request.headers', ${JSON.stringify(headers)}, true),
      set_config('role', ${role}, true)`;
}
