import { expect, test } from './fixtures.ts';
import { bell, commentsOn, openComments, openSubscribed, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { playbackPosition } from './recording.ts';

test('a member answers by voice, also after a reload in the middle of the recording, and the drop’s author gets the reply live', async ({
  join,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const title = uniqueTitle('The night ferry');
  const drop = await postDrop(ada.client, title);
  await openSubscribed(ada.page, '/app');
  const adas = await openComments(ada.page, title);

  const { page } = ben;
  await page.goto(`/voice-drop/${drop}?comments=open`);
  const bens = commentsOn(page);
  await test.step('Ben records, and his page is loaded again meanwhile', async () => {
    await bens.getByRole('button', { name: 'Record a voice reply' }).click();
    await expect(bens.getByText('0:02')).toBeVisible();
    await page.reload();
    await expect(bens.getByText('Not sent before')).toBeVisible();
  });

  await test.step('Ben chooses a mask, and sends the recording with words', async () => {
    await bens.getByText('Veil', { exact: true }).click();
    await bens.getByRole('textbox', { name: 'Add a comment' }).fill('From the deck');
    await bens.getByRole('button', { name: 'Send voice reply' }).click();
    await expect(page.getByText('Comment added successfully')).toBeVisible();
    await expect(bens.getByRole('button', { name: 'Record a voice reply' })).toBeVisible();
  });

  await test.step('Ada sees it without a reload, and plays it', async () => {
    const reply = adas.getByRole('listitem').filter({ hasText: 'From the deck' });
    await reply.getByRole('button', { name: `Play voice reply by ${ben.username}` }).click();
    await expect.poll(() => playbackPosition(ada.page)).toBeGreaterThan(1);
    await ada.page.keyboard.press('Escape');
    await expect(
      ada.page.getByRole('region', { name: 'Player' }).getByText(`@${ben.username}`),
    ).toBeVisible();
    await expect(bell(ada.page, 1)).toBeVisible();
  });

  await test.step('the clip is stored for its listeners alone, and goes with the comment', async () => {
    const { data } = await ada.client
      .from('voice_drop_comments')
      .select('audio_path, filter_used')
      .eq('voice_drop_id', drop)
      .single()
      .throwOnError();
    expect(data.filter_used).toBe('veil');
    const path = data.audio_path ?? '';
    const files = ada.client.storage.from('voice-drops');
    const url = (await files.createSignedUrl(path, 60)).data?.signedUrl ?? '';
    const status = async () => (await ada.page.request.get(url)).status();
    expect(await status()).toBe(200);
    await bens.getByRole('button', { name: `Delete comment by ${ben.username}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Comment deleted successfully')).toBeVisible();
    expect(await status()).not.toBe(200);
  });
});
