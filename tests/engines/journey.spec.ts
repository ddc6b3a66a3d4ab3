import { createAccount, emailOf, password, uniqueUsername } from '../e2e/accounts.ts';
import { postSpokenDrop } from '../e2e/post-drop.ts';
import { expect, test } from './fixtures.ts';

const button = (name: string) => ({ role: 'button', name }) as const;
const article = (name: string) => ({ role: 'article', name }) as const;

test('a member signs up, listens, records, masks, posts and plays a voice, sends it as a message, and returns after an outage', async ({
  tab,
  site,
  sound,
  engine,
}) => {
  const username = uniqueUsername('ada');
  const published = 'A long way home';
  const ben = await createAccount(site.backend, 'ben');
  await postSpokenDrop(ben.client, published, { duration: 20 });

  await test.step('sign up', async () => {
    await tab.open('/auth');
    await tab.press({ role: 'tab', name: 'Sign Up' });
    await tab.type({ label: 'Username' }, username);
    await tab.see({ text: 'Username is available!' });
    await tab.type({ label: 'Email' }, emailOf(username));
    await tab.type({ label: 'Password' }, password);
    await tab.press(button('Sign Up'));
    await tab.see({ role: 'heading', name: `Hey ${username}` });
  });

  await test.step('play from the feed', async () => {
    await tab.press(button(`Play ${published}`));
    await tab.see(article(published), /0:0[1-9] \/ 0:20/);
    await sound.waitForSound();
  });

  await test.step('scrub', async () => {
    await tab.swipe({ role: 'slider', name: `Seek in ${published}` }, 0.2, 0.7);
    await tab.see(article(published), /0:1[4-9] \/ 0:20/);
    await sound.waitForSound();
    await tab.press(button(`Pause ${published}`));
  });

  await test.step('record', async () => {
    await tab.press({
      role: 'link',
      name: 'Post Voice Drop',
      within: { role: 'navigation', name: 'Main' },
    });
    await tab.press(button('Start recording'));
    await tab.see({ text: /^Recording\.\.\. [2-9]s/ });
    await tab.press(button('Stop recording'));
    await tab.press(button('Choose Voice Filter'));
  });

  await test.step('choose a filter', async () => {
    await tab.press({ text: 'Deep Voice' });
    await tab.see({ text: 'Voice Filter Applied' });
  });

  await test.step('preview it', async () => {
    await tab.press(button('Preview Deep Voice'));
    await tab.see(button('Stop Deep Voice'));
    await sound.waitForSound();
    // The preview ends by itself.
    await tab.see(button('Preview Deep Voice'));
  });

  await test.step('preview Veil', async () => {
    await tab.press(button('Preview Veil'));
    await tab.see(button('Stop Veil'));
    await sound.waitForSound();
    await tab.see(button('Preview Veil'));
  });

  const posted = 'The last bus';
  await test.step('post', async () => {
    await tab.type({ label: 'Description' }, posted);
    await tab.press(button('Post Voice Drop'));
    await tab.press(button('Post as it is'));
    await tab.seePath('/profile');
    await tab.see(article(posted), /Deep Voice/);
    const drops = ben.client.from('voice_drops').select('audio_url').eq('title', posted);
    const { data } = await drops.single().throwOnError();
    expect(data.audio_url, 'the browser encodes MP3').toMatch(/\.mp3$/);
  });

  await test.step('play it on the profile', async () => {
    await tab.press(button(`Play ${posted}`));
    await tab.see(article(posted), /0:01 \/ 0:0\d/);
    await sound.waitForSound();
  });

  await test.step('answer by voice, and read the answer as it arrives', async () => {
    await tab.open(`/${ben.username}`);
    await tab.press(button('Message'));
    await tab.press(button('Record a voice message'));
    // The player's bar shows a time, too.
    const recorder = { role: 'group', name: /^Recorder of a / } as const;
    await tab.see({ text: '0:02', within: recorder });
    await tab.press(button('Stop recording'));
    await tab.press(button('Send voice message'));
    await tab.see({ role: 'log' }, /Deep Voice/);
    const sent = ben.client.from('messages').select('conversation_id, filter_used');
    await expect.poll(async () => (await sent).data?.[0]?.filter_used).toBe('deep');
    const conversation = (await sent).data![0]!.conversation_id;
    const answer = { id: crypto.randomUUID(), conversation, content: 'I heard you' };
    await ben.client.rpc('send_message', answer).throwOnError();
    await tab.see({ role: 'log' }, /I heard you/);
  });

  await test.step('leave the page while a clip plays', async () => {
    // The clip is so short that it may have ended before a later wait begins.
    await Promise.all([
      sound.waitForSound(),
      tab.press({ role: 'button', name: /^Play Your voice message/ }),
    ]);
    await tab.open('/app');
    await tab.see(article(posted));
  });
  expect(await engine.errors(), 'the page’s code logs and throws no errors').toEqual([]);

  await test.step('open the site without a network', async () => {
    await tab.seeServiceWorker();
    await site.goDown();
    await tab.open('/app');
    await tab.see({ text: 'Failed to load voice drops' });
  });

  await test.step('open the site after the outage', async () => {
    await site.comeBack();
    await tab.open('/app');
    await tab.see(article(published));
    await tab.see(article(posted));
  });
});
