import type { Page } from '@playwright/test';
import { Authenticator } from '@undertone/test-support/authenticator';
import type { TestBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import type { Account } from './accounts.ts';

/**
 * Makes an account staff, with a second factor.
 * @returns a page whose session has verified it
 */
export async function staffPage(
  backend: TestBackend,
  account: Account,
  role: 'admin' | 'moderator',
  signInElsewhere: (account: Account) => Promise<Page>,
): Promise<Page> {
  const { mfa } = account.client.auth;
  const { data: factor, error } = await mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const authenticator = new Authenticator(factor.totp.secret);
  const verified = await mfa.challengeAndVerify({
    factorId: factor.id,
    code: authenticator.next(),
  });
  if (verified.error) throw verified.error;
  const sql = postgres(backend.databaseUrl, { max: 1 });
  await sql`insert into private.staff (user_id, role) values (${account.id}, ${role})`;
  await sql.end();
  const page = await signInElsewhere(account);
  await page.goto('/auth');
  await page.getByLabel(/Code/).fill(authenticator.next());
  await page.waitForURL('**/app');
  return page;
}
