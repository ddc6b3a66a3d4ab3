import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';

/** The mean difference of the channels of two images of the same size, 0 to 255. */
const difference = (page: Page, urls: readonly [string, string]): Promise<number> =>
  page.evaluate(async (sources) => {
    const [one, other] = await Promise.all(
      sources.map(async (source) => {
        const image = Object.assign(new Image(), { src: source });
        await image.decode();
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        if (!context) throw new Error('The browser has no canvas.');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
      }),
    );
    if (!one || one.length !== other?.length) throw new Error('The images have different sizes.');
    return one.reduce((sum, channel, at) => sum + Math.abs(channel - other[at]!), 0) / one.length;
  }, urls);

test('a drop has the same sleeve on its card, in the system’s controls and as an image, and another drop has another', async ({
  join,
  register,
}) => {
  const { page } = await join('ada');
  const { client } = await register('ben');
  const titles = [uniqueTitle('By the sea'), uniqueTitle('At dawn')] as const;
  const drop = await postDrop(client, titles[0], { filter_used: 'veil' });
  const other = await postDrop(client, titles[1], { filter_used: 'echo' });
  const imageOf = (id: string) => `/functions/v1/preview-image?drop=${id}&size=512`;

  await page.goto(`/voice-drop/${drop}`);
  const card = cardOf(page, titles[0]);
  await expect(card.locator('.drop-sleeve svg')).toBeVisible();
  await card.getByRole('button', { name: `Play ${titles[0]}` }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  const artwork = () => page.evaluate(() => navigator.mediaSession.metadata?.artwork ?? []);
  const sizes = async () => (await artwork()).map((image) => image.sizes);
  await expect.poll(sizes).toEqual(['96x96', '192x192', '512x512']);
  const shown = (await artwork()).at(-1)?.src ?? '';
  // Only the smoothing of edges differs.
  expect(await difference(page, [shown, imageOf(drop)])).toBeLessThan(2);
  expect(await difference(page, [shown, imageOf(other)])).toBeGreaterThan(20);
});
