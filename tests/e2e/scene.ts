import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, type Person } from './people.ts';

/** A title that no other journey has. */
export const titleOf = (words: string): string => `${words} ${randomUUID().slice(0, 6)}`;

/** The id of someone's account. */
export async function idOf({ client }: Person): Promise<string> {
  const { data } = await client.auth.getUser();
  if (!data.user) throw new Error('Nobody is signed in.');
  return data.user.id;
}

/** The row with which one person follows another. */
export const followOf = async (who: Person, whom: Person) => ({
  follower_id: await idOf(who),
  following_id: await idOf(whom),
});

/** One person follows another, by the API. */
export async function follow(who: Person, whom: Person): Promise<void> {
  await who.client
    .from('follows')
    .insert(await followOf(who, whom))
    .throwOnError();
}

/** Someone comments on a drop, by the API. @returns the comment's id */
export async function comment(who: Person, drop: string, content: string): Promise<string> {
  const { data } = await who.client
    .from('voice_drop_comments')
    .insert({ voice_drop_id: drop, user_id: await idOf(who), content })
    .select('id')
    .single()
    .throwOnError();
  return data.id;
}

/** The one drop of this title that someone may see. */
export async function dropIdOf({ client }: Person, title: string): Promise<string> {
  const { data } = await client
    .from('voice_drops')
    .select('id')
    .eq('title', title)
    .single()
    .throwOnError();
  return data.id;
}

/** The card of a drop, also while a dialog is over it. */
export const cardOf = (page: Page, title: string): Locator =>
  page.getByRole('article', { name: title, exact: true, includeHidden: true });

const many = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** Waits until a card says so many likes and comments. */
export async function expectCounts(
  page: Page,
  title: string,
  { likes, comments }: { likes: number; comments: number },
): Promise<void> {
  for (const name of [
    `Like ${title}, ${many(likes, 'like')}`,
    `Comments on ${title}, ${many(comments, 'comment')}`,
  ]) {
    await expect(page.getByRole('button', { name, exact: true, includeHidden: true })).toHaveCount(
      1,
    );
  }
}

/** The bell, with its number; also while a dialog is over it. */
export const bell = (page: Page, unread: number): Locator =>
  page.getByRole('button', {
    name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
    exact: true,
    includeHidden: true,
  });

/** The comments that are open. */
export const commentsOn = (page: Page): Locator => page.getByRole('dialog', { name: 'Comments' });

/** Opens the comments of a drop from its card. */
export async function openComments(page: Page, title: string): Promise<Locator> {
  await cardOf(page, title)
    .getByRole('button', { name: /^Comments on/ })
    .click();
  return commentsOn(page);
}

/** One of a profile's numbers. */
export const stat = (page: Page, label: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

/** Opens a page and waits until it hears of changes to drops and notifications. */
export async function listenAt(page: Page, path: string): Promise<void> {
  // Once the page before it is gone: that one may still open a socket of its own.
  await page.goto(path, { waitUntil: 'commit' });
  const socket = page.waitForEvent('websocket', (one) => one.url().includes('realtime'));
  const hearing = (table: string) =>
    socket.then((one) =>
      one.waitForEvent('framereceived', ({ payload }) => {
        const text = payload.toString();
        return text.includes('Subscribed to PostgreSQL') && text.includes(`:${table} `);
      }),
    );
  await Promise.all([hearing('voice_drops'), hearing('notifications')]);
}
