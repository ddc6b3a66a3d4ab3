import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { postDrop, postSpokenDrop } from './post-drop.ts';
import { playbackPosition } from './recording.ts';

/** Holds back the library that all of the app's code needs. @returns a function that lets it arrive */
async function holdApp(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/react-/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Opens a page once the server renders it: the thread for that starts with the first page, which may be sent before. */
async function openRendered(page: Page, path: string, options: Parameters<Page['goto']>[1] = {}) {
  const readDocument = async () => (await page.request.get(path)).text();
  await expect.poll(readDocument).toContain('id="visit"');
  await page.goto(path, options);
}

/** What the server has rendered, until the app takes over. */
const rendered = (page: Page) => page.locator('#visit');

/** Expects which of two cards has the page's filled play button; the other one has an outline. */
async function expectFilled(page: Page, filled: string, outlined: string): Promise<void> {
  const buttonOf = (title: string) =>
    cardOf(page, title).getByRole('button', { name: /^(Play|Pause) / });
  await expect(buttonOf(outlined)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(buttonOf(filled)).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
}

const playing = (page: Page, title: string) =>
  cardOf(page, title).getByRole('button', { name: `Pause ${title}` });

test('a visitor plays a shared drop before the app has loaded, and it plays on when the app takes over', async ({
  register,
  visit,
}) => {
  const { client } = await register('ada');
  const title = uniqueTitle('Before the app');
  const id = await postSpokenDrop(client, title, { duration: 20 });
  const page = await visit();
  await page.setViewportSize({ width: 390, height: 500 });
  const plays: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rpc/add_play')) plays.push(request.url());
  });
  const release = await holdApp(page);
  await openRendered(page, `/voice-drop/${id}`, { waitUntil: 'commit' });

  await cardOf(page, title)
    .getByRole('button', { name: `Play ${title}` })
    .click();
  await expect(playing(page, title)).toBeFocused();
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0);
  await expect(cardOf(page, title)).toContainText('0:01 / 0:20');
  const audio = await page.evaluateHandle(() => document.querySelector('audio'));
  await expect(rendered(page)).toBeAttached();
  await page.evaluate(() => scrollTo(0, 60));

  await test.step('the app takes over without a reload', async () => {
    release();
    await expect(rendered(page)).not.toBeAttached();
    expect(await page.evaluate(() => scrollY)).toBe(60);
    await expect(page.getByRole('region', { name: 'Player' })).toContainText(title);
    await expect(playing(page, title)).toBeFocused();
    const state = await page.evaluate((before) => {
      const all = document.querySelectorAll('audio');
      return { isSame: all[0] === before, count: all.length, paused: before?.paused };
    }, audio);
    expect(state).toEqual({ isSame: true, count: 1, paused: false });
    const position = await playbackPosition(page);
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(position);
  });

  await expect.poll(() => plays.length, 'the play is counted').toBe(1);
  await playing(page, title).click();
  await cardOf(page, title)
    .getByRole('button', { name: `Play ${title}` })
    .click();
  await expect(playing(page, title)).toBeVisible();
  expect(plays, 'the play is counted once').toHaveLength(1);
});

test('a visitor plays a drop while the rest of its document is still arriving', async ({
  register,
  visit,
}) => {
  const { client } = await register('ada');
  const title = uniqueTitle('In parts');
  const path = `/voice-drop/${await postSpokenDrop(client, title, { duration: 20 })}`;
  const page = await visit();
  const { promise: rest, resolve: release } = Promise.withResolvers<void>();
  // The browser reads on after this script only.
  await page.route('/assets/rest.js', async (route) => {
    await rest;
    await route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace('</article>', '</article><script src="/assets/rest.js"></script>');
    await route.fulfill({ response, body });
  });
  await openRendered(page, path, { waitUntil: 'commit' });
  await cardOf(page, title)
    .getByRole('button', { name: `Play ${title}` })
    .click();
  await expect(playing(page, title)).toBeVisible();
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.readyState)).toBe('loading');
  release();
  await expect(rendered(page)).not.toBeAttached();
  await expect(playing(page, title)).toBeVisible();
});

test('a link to a moment starts the drop there, before the app is there and when it takes over', async ({
  register,
  visit,
}) => {
  const { client } = await register('ada');
  const title = uniqueTitle('From here');
  const id = await postSpokenDrop(client, title, { duration: 20 });
  const page = await visit();
  const release = await holdApp(page);
  await openRendered(page, `/voice-drop/${id}?t=2`, { waitUntil: 'commit' });
  await expect(cardOf(page, title)).toContainText('0:02 / 0:20');
  await expect(rendered(page)).toBeAttached();
  release();
  await expect(rendered(page)).not.toBeAttached();
  await expect(page.getByRole('region', { name: 'Player' })).toContainText(title);
  await expect(cardOf(page, title)).toContainText('0:02 / 0:20');
  await cardOf(page, title)
    .getByRole('button', { name: `Play ${title}` })
    .click();
  await expect.poll(() => playbackPosition(page)).toBeGreaterThanOrEqual(2);
});

test('what a visitor presses before the app is there is pressed in the app', async ({
  register,
  visit,
}) => {
  const { client, username } = await register('ada');
  const [older, newer] = [uniqueTitle('The first'), uniqueTitle('The second')];
  await postSpokenDrop(client, older, { duration: 20 });
  await postSpokenDrop(client, newer, { duration: 20 });
  const page = await visit();
  const release = await holdApp(page);
  await openRendered(page, `/${username}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: username, level: 1 })).toBeVisible();
  await expectFilled(page, newer, older);
  await cardOf(page, older)
    .getByRole('button', { name: `Play ${older}` })
    .click();
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0);
  await expectFilled(page, older, newer);
  await cardOf(page, newer).getByRole('link', { name: newer }).click();
  await expect(rendered(page)).toBeAttached();
  release();
  await expect(page).toHaveURL(/\/voice-drop\//);
  await expect(page.getByRole('heading', { name: `Voice drop by @${username}` })).toBeAttached();
  await expect(page.getByRole('region', { name: 'Player' })).toContainText(older);

  await test.step('the player has the profile’s list', async () => {
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(page.getByRole('region', { name: 'Player' })).toContainText(newer);
  });
});

test('a visitor plays the drops of a hashtag before the app is there, and goes on in their list', async ({
  register,
  visit,
}) => {
  const { client, username } = await register('ada');
  const tag = `sea${username.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()}`;
  const [older, newer] = [uniqueTitle('Ebb'), uniqueTitle('Flood')];
  const fields = { duration: 20, hashtags: [tag] };
  await postSpokenDrop(client, older, fields);
  const id = await postSpokenDrop(client, newer, fields);
  const page = await visit();
  const release = await holdApp(page);
  await openRendered(page, `/voice-drop/${id}`, { waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: `#${tag}` })).toHaveAttribute('href', `/tag/${tag}`);
  await openRendered(page, `/tag/${tag.toUpperCase()}`, { waitUntil: 'commit' });
  await expect(page).toHaveURL(`/tag/${tag}`);
  await expect(page.getByRole('heading', { name: `#${tag}`, level: 1 })).toBeVisible();
  await expect(page.getByText('2 public voice drops')).toBeVisible();
  await cardOf(page, older)
    .getByRole('button', { name: `Play ${older}` })
    .click();
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0);
  await expect(rendered(page)).toBeAttached();
  release();
  await expect(rendered(page)).not.toBeAttached();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toContainText(newer);
});

test('a visitor gets the app when the script of the rendered page cannot be fetched', async ({
  register,
  visit,
}) => {
  const { client } = await register('ada');
  const title = uniqueTitle('Another way');
  const id = await postSpokenDrop(client, title, { duration: 20 });
  const page = await visit();
  await page.route(/\/assets\/early-player-/, (route) => route.abort());
  await openRendered(page, `/voice-drop/${id}`, { waitUntil: 'commit' });
  await expect(rendered(page)).not.toBeAttached();
  await cardOf(page, title)
    .getByRole('button', { name: `Play ${title}` })
    .click();
  await expect(playing(page, title)).toBeVisible();
});

test.describe('without the app’s code', () => {
  test.use({ expectedErrors: [/The code of the app could not be fetched/] });

  test('a link that a visitor presses is followed by the browser', async ({ register, visit }) => {
    const { client, username } = await register('ada');
    const title = uniqueTitle('Alone');
    const id = await postDrop(client, title);
    const page = await visit();
    await page.route(/\/assets\/react-/, (route) => route.abort());
    await openRendered(page, `/voice-drop/${id}`);
    await cardOf(page, title).getByRole('link', { name: username, exact: true }).click();
    await page.waitForURL(`**/${username}`);
    await expect(page.getByRole('heading', { name: username, level: 1 })).toBeVisible();
  });
});

test('a person who is signed in on the device gets the app at once, and nothing of a visitor’s page', async ({
  join,
}) => {
  const ada = await join('ada');
  const title = uniqueTitle('At once');
  const id = await postDrop(ada.client, title);
  const release = await holdApp(ada.page);
  const requested = ada.page.waitForRequest(/\/assets\/main-/);
  await openRendered(ada.page, `/voice-drop/${id}`, { waitUntil: 'commit' });
  await requested;
  await expect(ada.page.getByText('Loading Undertone...')).toBeVisible();
  await expect(rendered(ada.page)).toBeHidden();
  release();
  await expect(cardOf(ada.page, title)).toBeVisible();
  await expect(ada.page.getByRole('button', { name: `Options for ${title}` })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor reads a shared drop and plays it with the browser’s own controls', async ({
    register,
    page,
    request,
  }) => {
    const { client } = await register('ada');
    const title = uniqueTitle('Plainly');
    const id = await postDrop(client, title);
    await openRendered(page, `/voice-drop/${id}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    const url = await page.locator('audio[controls]').getAttribute('src');
    expect((await request.get(url ?? '')).headers()['content-type']).toBe('audio/wav');
  });
});
