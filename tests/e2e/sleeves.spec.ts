import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cardOf, openSubscribed, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { like } from './seed.ts';

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

/** The address of a drop's sleeve, drawn by the server. */
const imageOf = (drop: string, size: number): string =>
  `/functions/v1/preview-image?drop=${drop}&size=${size}`;

test('a drop has the same sleeve on its card, in the system’s controls and as an image, and another drop has another', async ({
  join,
  register,
}) => {
  const { page } = await join('ada');
  const { client } = await register('ben');
  const titles = [uniqueTitle('By the sea'), uniqueTitle('At dawn')] as const;
  const drop = await postDrop(client, titles[0], { filter_used: 'veil' });
  const other = await postDrop(client, titles[1], { filter_used: 'echo' });

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
  expect(await difference(page, [shown, imageOf(drop, 512)])).toBeLessThan(2);
  expect(await difference(page, [shown, imageOf(other, 512)])).toBeGreaterThan(20);
});

test('the browser’s notification of a like has the sleeve of the drop as its icon', async ({
  join,
  register,
}) => {
  const [{ page, client }, ben] = [await join('ada'), await register('ben')];
  const drop = await postDrop(client, uniqueTitle('By the sea'), { filter_used: 'veil' });
  await openSubscribed(page, '/app');
  const icons = await page.evaluateHandle(() => {
    // A browser without a screen hides no page, and permits no notification.
    Object.defineProperty(document, 'hidden', { value: true });
    const shown: string[] = [];
    window.Notification = class extends Notification {
      static override permission = 'granted' as const;
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        shown.push(this.icon);
      }
    };
    return shown;
  });
  await like(ben, drop);
  await expect.poll(() => icons.evaluate(({ length }) => length)).toBe(1);
  const [icon = ''] = await icons.jsonValue();
  expect(await difference(page, [icon, imageOf(drop, 192)])).toBeLessThan(2);
});
