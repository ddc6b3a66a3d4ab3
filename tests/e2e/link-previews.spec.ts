import { randomUUID } from 'node:crypto';
import { expect, test } from './people.ts';
import { giveAvatar } from './give-avatar.ts';
import { postDrop } from './post-drop.ts';
import { required } from './required.ts';

test('a link to a public drop carries its card before any script runs, one to a private drop nothing', async ({
  join,
  request,
}) => {
  const get = (path: string) => request.get(`${required('UNDERTONE_URL')}${path}`);
  const { client, username } = await join('ada');
  const open = await postDrop(client, 'Rain on <glass> & "tin"');
  const closed = await postDrop(client, 'Nobody may know');
  const privacy_level = 'private';
  await client.from('voice_drops').update({ privacy_level }).eq('id', closed).throwOnError();

  const page = await get(`/voice-drop/${open}`);
  expect(page.status()).toBe(200);
  const html = await page.text();
  const title = `Rain on &lt;glass&gt; &amp; &quot;tin&quot; by @${username}`;
  expect(html).toContain(`<title>${title}</title>`);
  expect(html).toContain(`<meta property="og:title" content="${title}" />`);
  expect(html).toContain(`/voice-drop/${open}" />`);

  const hidden = await get(`/voice-drop/${closed}`);
  expect(hidden.status()).toBe(404);
  const nowhere = await get(`/voice-drop/${randomUUID()}`);
  expect(nowhere.status()).toBe(404);
  expect(await hidden.text()).toBe(await nowhere.text());

  const profile = await get(`/${username}`);
  expect(await profile.text()).toContain(`<title>${username} (@${username}) · Undertone</title>`);
  expect((await get('/no/such/page')).status()).toBe(404);
  expect(await (await get('/faqs')).text()).toContain('<title>FAQs · Undertone</title>');
});

test('a document names the code that its page begins with, and all of it is there', async ({
  join,
  request,
}) => {
  const get = (path: string) => request.get(`${required('UNDERTONE_URL')}${path}`);
  const preloadsOf = async (path: string) => {
    const html = await (await get(path)).text();
    return [...html.matchAll(/rel="modulepreload"[^>]*href="([^"]+)"/g)].map(
      ([, file = '']) => file,
    );
  };
  const { client, username } = await join('ada');
  const ofNoPage = await preloadsOf('/no/such/page');
  for (const path of [`/voice-drop/${await postDrop(client, 'Rain')}`, `/${username}`, '/auth']) {
    const files = await preloadsOf(path);
    expect(files.length).toBeGreaterThan(ofNoPage.length);
    expect(new Set(files).size).toBe(files.length);
    for (const file of files) expect((await get(file)).status(), file).toBe(200);
  }
});

test('a profile’s page asks for nothing that came with it, and loads its picture once', async ({
  join,
  visit,
}) => {
  const { client, username } = await join('ada');
  await giveAvatar(client);
  await postDrop(client, 'Rain');
  const page = await visit();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.goto(`/${username}`);
  const picture = page.getByRole('main').locator('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1);
  await expect(page.getByRole('article')).toHaveCount(1);
  // The audio's address is asked for last.
  await expect.poll(() => asked.filter((each) => each.startsWith('POST'))).toHaveLength(1);
  const ofDatabase = asked.filter((each) => each.includes('/rest/v1/'));
  expect(ofDatabase).toEqual([]);
  expect(asked.filter((each) => each.includes('/avatars/'))).toHaveLength(1);
});
