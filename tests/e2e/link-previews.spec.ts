import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { postDrop } from './post-drop.ts';
import { giveAvatar } from './seed.ts';

// The function's first request starts its thread, which takes longer on a busy machine than the site waits
// for a preview.
test.beforeEach(async ({ backend, request }) => {
  const headers = { apikey: backend.publishableKey };
  const answer = await request.get('/functions/v1/page-preview?path=/', { headers });
  expect(answer.status()).toBe(200);
});

test('the document of a public drop has its title before any script runs, and that of a private drop does not', async ({
  register,
  request,
}) => {
  const { client, username } = await register('ada');
  const open = await postDrop(client, 'Rain on <glass> & "tin"');
  const closed = await postDrop(client, 'A secret');
  const privacy_level = 'private';
  await client.from('voice_drops').update({ privacy_level }).eq('id', closed).throwOnError();

  const page = await request.get(`/voice-drop/${open}`);
  expect(page.status()).toBe(200);
  const html = await page.text();
  const title = `Rain on &lt;glass&gt; &amp; &quot;tin&quot; by @${username}`;
  expect(html).toContain(`<title>${title}</title>`);
  expect(html).toContain(`<meta property="og:title" content="${title}" />`);
  expect(html).toContain(`/voice-drop/${open}" />`);
  expect(html).toContain('>Rain on &lt;glass&gt; &amp; &quot;tin&quot;</a></h2>');

  const hidden = await request.get(`/voice-drop/${closed}`);
  expect(hidden.status()).toBe(404);
  const nowhere = await request.get(`/voice-drop/${randomUUID()}`);
  expect(nowhere.status()).toBe(404);
  expect(await hidden.text()).toBe(await nowhere.text());

  const profile = await request.get(`/${username}`);
  expect(await profile.text()).toContain(`<title>${username} (@${username}) · Undertone</title>`);
  expect((await request.get('/no/such/page')).status()).toBe(404);
  expect(await (await request.get('/faqs')).text()).toContain('<title>FAQs · Undertone</title>');
});

test('a document preloads the code of its page, and every preloaded file exists', async ({
  register,
  request,
}) => {
  const preloadsOf = async (path: string) => {
    const html = await (await request.get(path)).text();
    return [...html.matchAll(/rel="modulepreload"[^>]*href="([^"]+)"/g)].map(
      ([, file = '']) => file,
    );
  };
  const { client, username } = await register('ada');
  const missingPage = await preloadsOf('/no/such/page');
  for (const path of [`/voice-drop/${await postDrop(client, 'Rain')}`, `/${username}`, '/auth']) {
    const files = await preloadsOf(path);
    expect(files.length).toBeGreaterThan(missingPage.length);
    expect(new Set(files).size).toBe(files.length);
    for (const file of files) expect((await request.get(file)).status(), file).toBe(200);
  }
});

test('a profile’s page requests no data that its document contains, and loads the avatar once', async ({
  register,
  visit,
}) => {
  const ada = await register('ada');
  await giveAvatar(ada);
  await postDrop(ada.client, 'Rain');
  const page = await visit();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  await page.goto(`/${ada.username}`);
  const picture = page.getByRole('main').locator('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1);
  await expect(page.getByRole('article')).toHaveCount(1);
  // The document also contains the URL of the first clip. The app requests what is missing when it takes over.
  await expect(page.locator('#visit')).not.toBeAttached();
  const dataRequests = requests.filter((each) => /^POST|\/rest\/v1\//.test(each));
  expect(dataRequests).toEqual([]);
  expect(requests.filter((each) => each.includes('/avatars/'))).toHaveLength(1);
});
