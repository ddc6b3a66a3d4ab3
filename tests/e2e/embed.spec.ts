import { createServer, type Server } from 'node:http';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './people.ts';
import { postDrop } from './post-drop.ts';
import { required } from './required.ts';

let elsewhere: Server;
let address: string;

/** Another site, whose only page frames what its query names. */
test.beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    const id = new URL(request.url ?? '/', 'http://elsewhere').searchParams.get('id');
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><html lang="en"><title>Elsewhere</title><header><h1>Elsewhere</h1></header>` +
        `<iframe title="A voice" width="480" height="152" allow="autoplay" src="${required('UNDERTONE_URL')}/embed/${id}"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const bound = elsewhere.address();
  // By another name than the site's, so that it is another site and not only another port.
  if (bound && typeof bound === 'object') address = `http://localhost:${bound.port}`;
});

test.afterAll(() => elsewhere.close());

test('a public drop plays in the page of another site, and one that is private shows nothing', async ({
  join,
  visit,
}) => {
  const ada = await join('ada');
  const open = await postDrop(ada.client, 'Heard elsewhere');
  const closed = await postDrop(ada.client, 'For nobody', { privacy_level: 'private' });
  const page = await visit();
  const frame = page.frameLocator('iframe');

  await page.goto(`${address}/?id=${open}`);
  await expect(frame.getByRole('heading', { name: 'Heard elsewhere' })).toBeVisible();
  const played = page.waitForResponse((response) => response.url().includes('/rpc/add_play'));
  await frame.getByRole('button', { name: 'Play Heard elsewhere' }).click();
  expect((await played).ok()).toBe(true);
  await expect(frame.getByText('It could not be played.')).toBeHidden();
  await expect(frame.getByRole('link', { name: 'Open on Undertone' })).toHaveAttribute(
    'href',
    new RegExp(`/voice-drop/${open}$`),
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  }

  await page.goto(`${address}/?id=${closed}`);
  await expect(frame.getByText('This voice drop is not available.')).toBeVisible();

  await test.step('nor to its owner, who is signed in', async () => {
    await ada.page.goto(`/embed/${closed}`);
    await expect(ada.page.getByText('This voice drop is not available.')).toBeVisible();
    await expect(ada.page.getByText('For nobody')).toBeHidden();
  });
});

test('no other page of the site can be framed', async ({ request }) => {
  const policyOf = async (path: string) =>
    (await request.get(`${required('UNDERTONE_URL')}${path}`)).headers()['content-security-policy'];
  expect(await policyOf('/auth')).toContain("frame-ancestors 'none'");
  expect(await policyOf('/embed/3f2c8a52-7f2e-4a52-9a54-0c8a1c0f6a11')).toContain(
    'frame-ancestors *',
  );
});
