import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, type Person } from './people.ts';
import { postDrop } from './post-drop.ts';

/**
 * In the page itself, which frames nothing: else each run opens a page of its own.
 * Also how large what one presses is, which axe asks only where it is told to.
 */
const axe = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ rules: { 'target-size': { enabled: true } } });

/** Looks at the page as it is, in both themes: at all of it in the light one, at the colours in the dark one. */
export async function look(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const { violations } = await axe(page).analyze();
  expect.soft(violations, `${what}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await axe(page).withRules(['color-contrast', 'link-in-text-block']).analyze();
  expect.soft(dark.violations, `${what}, dark`).toEqual([]);
}

/** Presses the first button of a name. */
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();

/** Waits for a dialog, looks at it, and leaves it. */
export async function lookAtDialog(
  page: Page,
  name: string | RegExp,
  role: 'dialog' | 'alertdialog' = 'dialog',
): Promise<void> {
  const dialog = page.getByRole(role, { name });
  await expect(dialog).toBeVisible();
  await look(page, String(name));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Goes to a page, waits for what shows that it is there, and looks at it. */
export async function lookAt(page: Page, path: string, sign: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').getByText(sign).first()).toBeVisible();
  await look(page, path);
}

/** Ada has a drop with a thread, a bookmark and something to be told of; Ben has posted, and Cal is private. */
export async function makeSomethingOfAll(ada: Person, ben: Person, cal: Person): Promise<string> {
  const ids = await Promise.all(
    [ada, ben, cal].map(async ({ client }) => (await client.auth.getUser()).data.user?.id ?? ''),
  );
  const [adas = '', bens = '', cals = ''] = ids;
  const drop = await postDrop(ada.client, 'Rain on the roof #night', { hashtags: ['night'] });
  const other = await postDrop(ben.client, 'A long way home #night', { hashtags: ['night'] });
  const say = async (by: Person, user_id: string, content: string, parent?: string) => {
    const { data } = await by.client
      .from('voice_drop_comments')
      .insert({
        voice_drop_id: drop,
        user_id,
        content,
        ...(parent && { parent_comment_id: parent }),
      })
      .select('id')
      .single()
      .throwOnError();
    return data.id;
  };
  const first = await say(ben, bens, `Which roof, @${ada.username}?`);
  await say(ada, adas, 'Mine.', first);
  const { client } = ada;
  await client.from('bookmarks').insert({ user_id: adas, voice_drop_id: other }).throwOnError();
  await client
    .from('voice_drop_likes')
    .insert({ user_id: adas, voice_drop_id: other })
    .throwOnError();
  await ben.client.from('follows').insert({ follower_id: bens, following_id: adas }).throwOnError();
  await cal.client.from('profiles').update({ is_private: true }).eq('user_id', cals).throwOnError();
  return drop;
}
