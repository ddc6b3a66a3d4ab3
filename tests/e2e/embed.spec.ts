import { createServer, type Server } from 'node:http';
import type { FrameLocator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { postDrop, makeSpokenClip } from './post-drop.ts';

let otherSite: Server;
let address: string;

/** Another site, whose page frames the drop with the id in its query, in a sandbox if the query has one. */
test.beforeAll(async ({ backend }) => {
  otherSite = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://other-site').searchParams;
    const [id, sandbox] = [query.get('id'), query.get('sandbox')];
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><html lang="en"><title>Elsewhere</title><header><h1>Elsewhere</h1></header>` +
        `<iframe title="A voice" width="480" height="152" allow="autoplay" ${sandbox ? `sandbox="${sandbox}" ` : ''}` +
        `src="${backend.url}/embed/${id}"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => otherSite.listen(0, '127.0.0.1', resolve));
  const bound = otherSite.address();
  // With another host name than the backend's, this is another site and not only another origin.
  if (bound && typeof bound === 'object') address = `http://localhost:${bound.port}`;
});

test.afterAll(() => otherSite.close());

/** Plays the drop of an embedded player, whose clip has a type, to its end. */
async function playToEnd(page: Page, frame: FrameLocator, type: string): Promise<void> {
  const audio = page.waitForResponse((response) => response.url().includes('-voice-drop.'));
  await frame.getByRole('button', { name: 'Play On tour' }).click();
  expect((await audio).headers()['content-type']).toBe(type);
  await expect(frame.getByRole('button', { name: 'Pause On tour' })).toBeVisible();
  await expect(frame.getByRole('button', { name: 'Play On tour' })).toBeVisible();
  await expect(frame.getByText('It could not be played.')).toBeHidden();
}

test('a public drop plays in the page of another site, and a private drop does not appear there', async ({
  join,
  visit,
}) => {
  const ada = await join('ada');
  const mp3 = await makeSpokenClip('audio/mpeg');
  const open = await postDrop(ada.client, 'On tour', { duration: 1 }, mp3);
  const closed = await postDrop(ada.client, 'Only mine', { privacy_level: 'private' });
  const page = await visit();
  const frame = page.frameLocator('iframe');

  await page.goto(`${address}/?id=${open}`);
  await expect(frame.getByRole('heading', { name: 'On tour' })).toBeVisible();
  const played = page.waitForResponse((response) => response.url().includes('/rpc/add_play'));
  await playToEnd(page, frame, 'audio/mpeg');
  expect((await played).ok()).toBe(true);
  await expect(frame.getByRole('link', { name: 'Open on Undertone' })).toHaveAttribute(
    'href',
    new RegExp(`/voice-drop/${open}$`),
  );

  await test.step('axe finds no violations in the embedded player', async () => {
    await ada.page.goto(`/embed/${open}`);
    await expect(ada.page.getByRole('heading', { name: 'On tour' })).toBeVisible();
    await expectAccessible(ada.page, 'embedded player');
  });

  await page.goto(`${address}/?id=${closed}`);
  await expect(frame.getByText('This voice drop is not available.')).toBeVisible();

  await test.step('the private drop does not appear for its author either', async () => {
    await ada.page.goto(`/embed/${closed}`);
    await expect(ada.page.getByText('This voice drop is not available.')).toBeVisible();
    await expect(ada.page.getByText('Only mine')).toBeHidden();
  });
});

test('a drop plays in a frame without an origin, in which WordPress puts embeds', async ({
  register,
  visit,
}) => {
  const ada = await register('ada');
  const wav = await makeSpokenClip('audio/wav');
  const id = await postDrop(ada.client, 'On tour', { duration: 1 }, wav);
  const page = await visit();
  await page.goto(`${address}/?id=${id}&sandbox=allow-scripts`);
  await playToEnd(page, page.frameLocator('iframe'), 'audio/wav');
});

test('another site may frame the embedded player and no other page', async ({ request }) => {
  const policyOf = async (path: string) =>
    (await request.get(path)).headers()['content-security-policy'];
  expect(await policyOf('/auth')).toContain("frame-ancestors 'none'");
  expect(await policyOf('/embed/3f2c8a52-7f2e-4a52-9a54-0c8a1c0f6a11')).toContain(
    'frame-ancestors *',
  );
});
