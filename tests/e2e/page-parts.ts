import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Returns a title that no other test uses. */
export const uniqueTitle = (words: string): string => `${words} ${randomUUID().slice(0, 6)}`;

/** The card of a drop, also while a dialog covers it. */
export const cardOf = (page: Page, title: string): Locator =>
  page.getByRole('article', { name: title, exact: true, includeHidden: true });

const plural = (count: number, noun: string): string =>
  `${count} ${count === 1 ? noun : `${noun}s`}`;

/** Waits until a card shows these numbers of likes and comments. */
export async function expectCounts(
  page: Page,
  title: string,
  { likes, comments }: { likes: number; comments: number },
): Promise<void> {
  for (const name of [
    `Like ${title}, ${plural(likes, 'like')}`,
    `Comments on ${title}, ${plural(comments, 'comment')}`,
  ]) {
    await expect(page.getByRole('button', { name, exact: true, includeHidden: true })).toHaveCount(
      1,
    );
  }
}

/** The bell with its count, also while a dialog covers it. */
export const bell = (page: Page, unread: number): Locator =>
  page.getByRole('button', {
    name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
    exact: true,
    includeHidden: true,
  });

/** The dialog of a drop's comments. */
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

/** Opens a page and waits until it is subscribed to drops and notifications. */
export async function openSubscribed(page: Page, path: string): Promise<void> {
  // The listener is added after the previous page has unloaded, which could still open a socket.
  await page.goto(path, { waitUntil: 'commit' });
  const socket = page.waitForEvent('websocket', (one) => one.url().includes('realtime'));
  const receives = (...words: string[]) =>
    socket.then((one) =>
      one.waitForEvent('framereceived', ({ payload }) => {
        const text = payload.toString();
        return words.every((word) => text.includes(word));
      }),
    );
  await Promise.all([
    receives('"realtime:drops"', 'phx_reply', '"ok"'),
    receives('Subscribed to PostgreSQL', ':nonpublic_drop_events '),
    receives('Subscribed to PostgreSQL', ':notifications '),
  ]);
}
