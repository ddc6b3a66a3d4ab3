import { TapCounter } from './tap-counter.ts';
import { expect, test } from './fixtures.ts';
import { bell } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { comment } from './seed.ts';

test('a notification scrolls to its comment far up in a thread, and another one to a new comment', async ({
  join,
  register,
}) => {
  const ada = await join('ada');
  const [ben, cal, dan] = [await register('ben'), await register('cal'), await register('dan')];
  const drop = await postDrop(ada.client, 'Rain on the roof');
  await comment(ben, drop, 'Far up');
  for (const at of Array.from({ length: 12 }, (_, index) => index)) {
    for (const other of [cal, dan]) await comment(other, drop, `One of many, number ${at}`);
  }
  const { page } = ada;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/notifications');
  const about = (words: string) =>
    page.getByRole('main').getByRole('link', { name: new RegExp(words) });
  const comments = page.getByRole('dialog', { name: 'Comments' });
  await page.getByRole('searchbox', { name: 'Search notifications' }).fill('Far up');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);

  const counter = new TapCounter();
  await counter.tap(about('Far up'));
  await expect(comments.getByText('Far up')).toBeInViewport({ ratio: 1 });
  counter.print('from a notification to its comment');
  expect(counter.taps).toBe(1);

  await page.getByRole('button', { name: 'Close' }).click();
  await expect(comments).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/voice-drop/${drop}$`));
  const reply = await comment(ben, drop, 'And one more');
  await bell(page, 25).click();
  await page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /And one more/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`comment=${reply}$`));
  await expect(comments.getByText('And one more')).toBeInViewport({ ratio: 1 });
});
