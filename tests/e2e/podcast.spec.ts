import { expect, test } from './fixtures.ts';
import { postDrop, makeSpokenClip } from './post-drop.ts';
import { updateProfile } from './seed.ts';

test('a podcast app subscribes to a feed and plays its episode, until the drop is private', async ({
  join,
  visit,
}) => {
  const { page, ...ada } = await join('ada');
  await updateProfile(ada, { allow_downloads: true });
  const clip = await makeSpokenClip('audio/mpeg');
  const tag = `ears${ada.username.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()}`;
  const fields = { duration: 1, hashtags: [tag] };
  const drop = await postDrop(ada.client, 'For your ]]> ears', fields, clip);

  await page.goto('/app/profile');
  await page.getByRole('button', { name: 'Share profile' }).click();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Podcast feed' }).click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toContain(`/feeds/${ada.username}.xml`);

  const profile = await (await page.request.get(`/${ada.username}`)).text();
  expect(profile).toContain(
    `<link rel="alternate" type="application/rss+xml" href="${address}" title="`,
  );

  await page.goto(`/tag/${tag}`);
  await page.getByRole('button', { name: 'Podcast feed' }).click();
  await expect(page.getByText('Link copied!')).toBeVisible();
  const tagsFeed = await page.evaluate(() => navigator.clipboard.readText());
  expect(await (await page.request.get(tagsFeed)).text()).toContain(`/listen/${drop}.mp3`);

  // A visitor finds the feed on the profile. The podcast app knows only the address.
  const app = await visit();
  await app.goto(`/${ada.username}`);
  await expect(app.getByRole('button', { name: 'Podcast feed' })).toBeVisible();
  const feed = await (await app.request.get(address)).text();
  await app.goto('/about');
  const { titles, enclosure } = await app.evaluate((xml) => {
    const parsed = new DOMParser().parseFromString(xml, 'application/xml');
    return {
      titles: [...parsed.querySelectorAll('parsererror, item > title')].map(
        ({ textContent }) => textContent,
      ),
      enclosure: parsed.querySelector('enclosure')?.getAttribute('url') ?? '',
    };
  }, feed);
  expect(titles).toEqual(['For your ]]> ears']);
  expect(enclosure).toContain(`/listen/${drop}.mp3`);
  const seconds = await app.evaluate(
    (url) =>
      new Promise<number>((resolve, reject) => {
        const audio = new Audio(url);
        audio.addEventListener('ended', () => resolve(audio.currentTime));
        audio.addEventListener('error', () => reject(new Error(audio.error?.message)));
        void audio.play();
      }),
    enclosure,
  );
  expect(seconds).toBeGreaterThan(0.9);

  const change = { privacy_level: 'private' };
  await ada.client.from('voice_drops').update(change).eq('id', drop).throwOnError();
  expect((await app.request.get(enclosure)).status()).toBe(404);
  expect(await (await app.request.get(address)).text()).not.toContain('For your');
});
