import type { Page } from '@playwright/test';

/** Fills in the sign-in form and submits it, without waiting for the outcome. */
export async function submitSignInForm(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Signs in with the form, and waits for the feed. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await submitSignInForm(page, email, password);
  await page.waitForURL('**/app');
}

/** Signs out with the account menu, which ends all sessions of the account. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.waitForURL('**/auth');
}
