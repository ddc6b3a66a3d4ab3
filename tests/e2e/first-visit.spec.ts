import { emailOf, password, uniqueUsername } from './accounts.ts';
import { TapCounter } from './tap-counter.ts';
import { expect, test } from './fixtures.ts';
import { cardOf, openComments, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';

const phone = { width: 390, height: 844 };

test.describe('the landing page with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('plays a voice on a phone with the first tap, in the first screen', async ({ visit }) => {
    const page = await visit();
    await page.setViewportSize(phone);
    await page.goto('/');
    const counter = new TapCounter();
    const play = page.getByRole('button', { name: /^Play / });
    await expect(play).toHaveCount(1);
    await expect(play).toBeInViewport({ ratio: 1 });
    await counter.tap(play);
    await expect(page.getByRole('button', { name: /^Stop / })).toBeVisible();
    counter.print('landing to first sound');
    expect(counter.taps).toBe(1);
  });

  test('plays a drifting card that is pressed anywhere, and stops the motion under the pointer', async ({
    visit,
  }) => {
    const page = await visit();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/');
    const list = page.getByRole('list', { name: 'Listen to a few' });
    const cards = list.getByRole('listitem');
    await expect(cards).toHaveCount(4);
    const motion = () =>
      cards.evaluateAll((all) => all.map((card) => getComputedStyle(card).animationPlayState));
    expect(new Set(await motion())).toEqual(new Set(['running']));
    for (const index of [0, 1, 2, 3]) {
      const card = cards.nth(index);
      // The press is at the card's present position, since waiting until it stands still would take forever.
      const { x, y, width, height } = await card.evaluate((element) =>
        element.getBoundingClientRect().toJSON(),
      );
      await page.mouse.click(x + width - 40, y + height / 2, { delay: 120 });
      await expect(card.getByRole('button', { name: /^Stop / })).toBeVisible();
      expect(new Set(await motion())).toEqual(new Set(['paused']));
      await page.mouse.move(5, 5);
      await expect.poll(motion).toContain('running');
    }
    await cards.first().getByRole('button').first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(async () => new Set(await motion())).toEqual(new Set(['paused']));
  });
});

test('a visitor signs up and posts a first drop in the own voice with seven taps and three fields', async ({
  visit,
}) => {
  const page = await visit();
  await page.setViewportSize(phone);
  await page.goto('/');
  const username = uniqueUsername('zoe');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const counter = new TapCounter();

  await counter.tap(page.getByRole('link', { name: 'get started' }));
  await counter.fill(page.getByLabel('Username'), username);
  await counter.fill(page.getByLabel('Email'), emailOf(username));
  await counter.fill(page.getByLabel('Password', { exact: true }), password);
  await expect(page.getByText('Username is available!')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app');

  await counter.tap(page.getByRole('link', { name: 'Record', exact: true }));
  await counter.tap(button('Start recording'));
  await expect(page.getByText(/^Recording\.\.\. [2-9]s/)).toBeVisible();
  await counter.tap(button('Stop recording'));
  await counter.tap(button('Choose Voice Filter'));
  await counter.tap(button('Post Voice Drop'));
  await counter.tap(button('Post in my own voice'));
  await page.waitForURL('**/profile');
  await expect(page.getByText('Voice Drop Posted!')).toBeVisible();
  counter.print('landing to first posted drop');
  expect(counter).toMatchObject({ taps: 7, fields: 3 });
});

test.describe('a site over plain HTTP', () => {
  // The test's route does not carry WebSockets, and Chromium logs the headers that it ignores over plain HTTP.
  test.use({
    expectedErrors: [
      /WebSocket|Cross-Origin-Opener-Policy|could not be (copied|shared)|Recording is not possible: insecure/,
    ],
  });

  test('lets a member comment, and explains that it can neither copy a link nor record', async ({
    backend,
    register,
    visit,
  }) => {
    const plain = 'http://undertone.test';
    const [ada, ben] = await Promise.all([register('ada'), register('ben')]);
    const title = uniqueTitle('By wire');
    await postDrop(ben.client, title);
    const page = await visit();
    let isOver = false;
    await page.route(`${plain}/**`, async (route) => {
      const url = route.request().url().replace(plain, backend.url);
      try {
        await route.fulfill({ response: await route.fetch({ url, maxRedirects: 0 }) });
      } catch (cause) {
        // Requests that are still pending when the page is closed fail.
        if (!isOver) throw cause;
      }
    });
    await page.goto(`${plain}/auth`);
    expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])).toEqual([
      false,
      false,
    ]);
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app');

    await test.step('comments', async () => {
      const comments = await openComments(page, title);
      await comments.getByRole('textbox', { name: 'Add a comment' }).fill('It is late');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Comment added successfully')).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await test.step('reads that the link cannot be copied, and that there is no microphone', async () => {
      await cardOf(page, title)
        .getByRole('button', { name: /^Share/ })
        .click();
      await page.getByRole('menuitem', { name: 'Copy link' }).click();
      await expect(page.getByText('Failed to copy link')).toBeVisible();
      await page.goto(`${plain}/record`);
      await page.getByRole('button', { name: 'Start recording' }).click();
      await expect(
        page.getByText(/Browsers lend the microphone only to secure pages/),
      ).toBeVisible();
    });
    isOver = true;
  });
});
