import { PROMPTS, promptOn } from '../../packages/domain/src/prompt.ts';
import { emailOf, password, uniqueUsername } from './accounts.ts';
import { Effort } from './effort.ts';
import { expect, test } from './fixtures.ts';
import { cardOf, commentsOn, openComments, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';

const phone = { width: 390, height: 844 };

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a stranger on a phone hears a voice with the first tap, in the first screen', async ({
    visit,
  }) => {
    const page = await visit();
    await page.setViewportSize(phone);
    await page.goto('/');
    const effort = new Effort();
    const play = page.getByRole('button', { name: /^Play / });
    await expect(play).toHaveCount(1);
    await expect(play).toBeInViewport({ ratio: 1 });
    await effort.tap(play);
    await expect(page.getByRole('button', { name: /^Stop / })).toBeVisible();
    effort.print('landing to first sound');
    expect(effort.taps).toBe(1);
  });

  test('a press anywhere on a drifting card plays it, and all rest under the pointer', async ({
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
      // Where the card is now, beside its button, and at once: nothing waits until it stands still.
      const { x, y, width, height } = await card.evaluate((element) =>
        element.getBoundingClientRect().toJSON(),
      );
      await page.mouse.click(x + width - 40, y + height / 2, { delay: 120 });
      await expect(card.getByRole('button', { name: /^Stop / })).toBeVisible();
      expect(new Set(await motion())).toEqual(new Set(['paused']));
      await page.mouse.move(5, 5);
      await expect.poll(motion).toContain('running');
    }
    await cards.first().getByRole('button').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(async () => new Set(await motion())).toEqual(new Set(['paused']));
  });
});

test('a stranger signs up and posts a first drop, with few taps and three fields', async ({
  visit,
}) => {
  const page = await visit();
  await page.setViewportSize(phone);
  await page.goto('/');
  const username = uniqueUsername('zoe');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const effort = new Effort();

  await effort.tap(page.getByRole('link', { name: 'get started' }));
  await effort.fill(page.getByLabel('Username'), username);
  await effort.fill(page.getByLabel('Email'), emailOf(username));
  await effort.fill(page.getByLabel('Password', { exact: true }), password);
  await expect(page.getByText('Username is available!')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app');

  await effort.tap(page.getByRole('link', { name: 'Record', exact: true }));
  await effort.tap(button('Start recording'));
  await expect(page.getByText(/^Recording\.\.\. [2-9]s/)).toBeVisible();
  await effort.tap(button('Stop recording'));
  await effort.tap(button('Choose Voice Filter'));
  await effort.tap(button('Post Voice Drop'));
  await page.waitForURL('**/profile');
  await expect(page.getByText('Voice Drop Posted!')).toBeVisible();
  effort.print('landing to first posted drop');
  expect(effort).toMatchObject({ taps: 6, fields: 3 });
});

test('a new member is asked something, meets people, and records an answer', async ({
  join,
  register,
}) => {
  const ada = await register('ada');
  await postDrop(ada.client, uniqueTitle('Someone to follow'));
  const { page } = await join('zoe');
  await page.goto('/profile');
  await expect(page.getByText('No drops yet')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Who to follow' })).toBeVisible();
  const question = PROMPTS[promptOn(new Date())] ?? '';
  await page.getByRole('link', { name: question }).click();
  await page.waitForURL('**/record?prompt=*');
  await expect(page.getByText(question)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeVisible();
});

test('the sign-in page begins in its first field, and a phone’s menu signs out', async ({
  join,
  visit,
}) => {
  const stranger = await visit();
  for (const [path, name] of [
    ['/auth', 'Email'],
    ['/auth?tab=sign-up', 'Username'],
  ] as const) {
    await stranger.goto(path);
    await expect(stranger.getByLabel(name)).toBeFocused();
  }
  const { page } = await join('zoe');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/app');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.waitForURL('**/auth');
});

test('a member who opens the front door finds the way into the app', async ({ join }) => {
  const { page } = await join('zoe');
  await page.goto('/');
  await expect(page.getByText('log in')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'your feed' })).toBeVisible();
  await page.getByRole('link', { name: 'go to your feed' }).click();
  await page.waitForURL('**/app');
});

test('a visitor signs in from within the comments, and is back in them with what they wrote', async ({
  register,
  visit,
}) => {
  const ada = await register('ada');
  const title = uniqueTitle('Talk to me');
  await postDrop(ada.client, title);
  const page = await visit();
  await page.goto('/feed');
  const comments = await openComments(page, title);
  await comments.getByRole('textbox', { name: 'Add a comment' }).fill('Are you still up?');
  await comments.getByRole('link', { name: 'sign in' }).click();
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/voice-drop/**');
  const box = commentsOn(page).getByRole('textbox', { name: 'Add a comment' });
  await expect(box).toHaveValue('Are you still up?');
});

test.describe('over plain HTTP', () => {
  // Live changes do not come by way of the test's own answers, and Chromium says what it ignores here.
  test.use({
    expectedErrors: [
      /WebSocket|Cross-Origin-Opener-Policy|could not be (copied|shared)|Recording is not possible: insecure/,
    ],
  });

  test('a member comments and copies a link, and is told what the page may not do', async ({
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
        // What the page still asked for as it was closed.
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

    await test.step('is told that a link cannot be copied, and that there is no microphone', async () => {
      await cardOf(page, title)
        .getByRole('button', { name: /^Share/ })
        .click();
      await expect(page.getByText('Unable to share or copy link')).toBeVisible();
      await page.goto(`${plain}/record`);
      await page.getByRole('button', { name: 'Start recording' }).click();
      await expect(
        page.getByText(/Browsers lend the microphone only to secure pages/),
      ).toBeVisible();
    });
    isOver = true;
  });
});
