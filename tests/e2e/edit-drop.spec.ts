import { expect, test } from './fixtures.ts';
import { uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';

test('an author edits a drop’s description, and a visitor reads the new one', async ({
  join,
  visit,
}) => {
  const ada = await join('ada');
  const before = uniqueTitle('Before');
  const words = uniqueTitle('After');
  const after = `${words} #rain`;
  const path = `/voice-drop/${await postDrop(ada.client, before)}`;

  await ada.page.goto(path);
  await ada.page.getByRole('button', { name: `Options for ${before}` }).click();
  await ada.page.getByRole('menuitem', { name: 'Edit' }).click();
  await ada.page.getByLabel('Description').fill(after);
  await expect(ada.page.getByText('1/5 hashtags detected')).toBeVisible();
  await ada.page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(ada.page.getByText('Voice drop updated')).toBeVisible();
  await expect(ada.page.getByRole('button', { name: `Options for ${after}` })).toBeFocused();

  const visitor = await visit();
  await visitor.goto(path);
  const drop = visitor.getByRole('article', { name: words });
  await expect(drop.getByRole('link', { name: '#rain', exact: true })).toBeVisible();
  await expect(visitor).toHaveTitle(`${after} by @${ada.username}`);
});
