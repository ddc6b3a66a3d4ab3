import type { Logger } from 'pino';
import type { Sql } from './sql.ts';

/**
 * Stores secrets in the schema `vault` for SQL that calls the backend's functions. Supabase's documentation
 * has operators of hosted projects store these by hand.
 *
 * @param secrets by name; one with a stored name replaces the stored one
 */
export async function storeSecrets(
  sql: Sql,
  secrets: Readonly<Record<string, string>>,
  log: Logger,
): Promise<void> {
  try {
    for (const [name, secret] of Object.entries(secrets)) {
      const [stored] = await sql<{ id: string; secret: string }[]>`
        select id, decrypted_secret as secret from vault.decrypted_secrets where name = ${name}`;
      if (!stored) await sql`select vault.create_secret(${secret}, ${name})`;
      else if (stored.secret !== secret)
        await sql`select vault.update_secret(${stored.id}, ${secret})`;
    }
  } catch (cause) {
    // As where pgcrypto of an external database is in another schema.
    log.warn({ cause }, 'the schema vault cannot store secrets, so SQL cannot call functions');
  }
}
