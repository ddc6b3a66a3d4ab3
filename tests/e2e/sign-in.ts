import type { Page } from '@playwright/test';

/** Fills in the form of /auth and sends it, whatever comes after that. */
export async function givePassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Signs in by the form, and waits for the feed. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await givePassword(page, email, password);
  await page.waitForURL('**/app');
}

/** Signs out by the account menu, of every device. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.waitForURL('**/auth');
}
