import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join as joinPath } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { PEAK_COUNT } from '@undertone/voice/peaks';
import postgres from 'postgres';
import { expectAccessible } from './accessibility.ts';
import type { Account } from './accounts.ts';
import { decodeAudio } from './audio-similarity.ts';
import { deliver, establish } from './established.ts';
import { expect, test } from './fixtures.ts';
import { uniqueTitle } from './page-parts.ts';
import { makeSpokenClip, postDrop } from './post-drop.ts';
import { readZip } from './read-zip.ts';
import { block, comment, follow, giveAvatar, like, updateProfile } from './seed.ts';

// The service worker passes the archive on to the browser's downloads.
test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/^A part of the data could not be read\. TypeError: Failed to fetch/],
});

/** Sends a clip of a second through the API. */
async function sendClip(from: Account, to: Account, anonymous: boolean): Promise<void> {
  const { data: conversation } = await from.client
    .rpc('open_conversation', { person: to.id, anonymous })
    .throwOnError();
  const clip = randomUUID();
  const form = new FormData();
  form.set('id', clip);
  form.set('filter', anonymous ? 'veil' : 'original');
  form.set('waveform', JSON.stringify(Array.from({ length: PEAK_COUNT }, () => 40)));
  form.set('audio', await makeSpokenClip('audio/mpeg'));
  const { error } = await from.client.functions.invoke('message-clips', { body: form });
  if (error) throw error;
  await from.client.rpc('send_message', { id: randomUUID(), conversation, clip }).throwOnError();
}

/** Accepts all conversations that wait for it. */
async function acceptAll({ id, client }: Account): Promise<void> {
  const { data } = await client
    .from('conversation_participants')
    .select('conversation_id')
    .match({ user_id: id, is_accepted: false })
    .throwOnError();
  for (const { conversation_id: conversation } of data) {
    await client.rpc('accept_conversation', { conversation }).throwOnError();
  }
}

/** Chooses a file of the site's own, instead of one that the system's dialog would ask for. */
const chooseOwnFile = () => {
  const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) => {
    const folder = await navigator.storage.getDirectory();
    return folder.getFileHandle(suggestedName, { create: true });
  };
  Object.assign(window, { showSaveFilePicker });
};

/** The files of the site's own, by name, as text in which each character is a byte. */
const ownFiles = (page: Page) =>
  page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const files: Record<string, string> = {};
    for await (const [name, handle] of folder.entries()) {
      if (!(handle instanceof FileSystemFileHandle)) continue;
      const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
      files[name] = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    }
    return files;
  });

/** Downloads the data as a browser without a file picker does. */
async function download(page: Page, password: string) {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download my data' });
  await expectAccessible(page, 'downloading one’s data');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const question = page.getByRole('dialog', { name: 'Is it you?' });
  await question.getByRole('textbox', { name: 'Password' }).fill(password);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Go on' }).click();
  const file = await downloading;
  await expect(dialog.getByText('Unpack it, and open index.html')).toBeVisible();
  return { name: file.suggestedFilename(), files: readZip(await readFile(await file.path())) };
}

test('a member downloads all their data after giving the password again: every clip plays, and nothing says who blocked, muted, reported or anonymously wrote to them', async ({
  backend,
  join,
  mailbox,
  register,
}, testInfo) => {
  const { page, ...ada } = await join('ada');
  const [ben, cal, dee] = [await register('ben'), await register('cal'), await register('dee')];
  const eve = await register('eve');
  const [title, spoken] = [uniqueTitle('Rain/on "the" roof'), uniqueTitle('Spoken')];
  const sql = postgres(backend.databaseUrl, { max: 1 });
  try {
    const drop = await postDrop(ada.client, title, {}, await makeSpokenClip('audio/mpeg'));
    await postDrop(ada.client, spoken, {}, await makeSpokenClip('audio/wav'));
    await giveAvatar(ada);
    await updateProfile(ada, { allow_anonymous: true });
    const theirs = await postDrop(ben.client, uniqueTitle('Of Ben'));
    await like(ada, theirs);
    await follow(ben, ada);
    await comment(ben, drop, 'Which roof?');
    await sendClip(ben, ada, false);
    await establish(sql, dee);
    await sendClip(dee, ada, true);
    await deliver(sql);
    await acceptAll(ada);
    // A request, whose clip is not in the copy.
    await sendClip(eve, ada, false);
    const report = { reporter_id: cal.id, reported_voice_drop_id: drop, reason: 'spam' };
    await cal.client.from('reports').insert(report).throwOnError();
    const muted = { user_id: cal.id, kind: 'person', subject: ada.id };
    await cal.client.from('mutes').insert(muted).throwOnError();
    await block(cal, ada);
    await sql`update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'`;
  } finally {
    await sql.end();
  }

  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const { name, files } = await download(page, ada.password);
  expect(name).toMatch(new RegExp(`^undertone-${ada.username}-\\d{4}-\\d\\d-\\d\\d\\.zip$`));
  await mailbox.messageTo(ada.email, /Your data was downloaded/);

  await test.step('the files have what Ada made and received', async () => {
    const rows = (file: string) => JSON.parse(String(files.get(`data/${file}.json`)));
    expect(
      rows('voice-drops')
        .map((row: { title: string }) => row.title)
        .sort(),
    ).toEqual([title, spoken].sort());
    expect(rows('followers')).toMatchObject([{ follower_username: ben.username }]);
    expect(rows('comments-on-your-drops')).toMatchObject([{ content: 'Which roof?' }]);
    expect(rows('likes')).toMatchObject([{ voice_drop: { author: { username: ben.username } } }]);
    expect(rows('messages')).toHaveLength(3);
    expect(rows('account').records.account_acts.at(-1)).toMatchObject({ action: 'data_exported' });
    for (const { clip } of rows('voice-drops')) expect([...files.keys()]).toContain(clip);
  });

  await test.step('each clip can be played', async () => {
    const clips = [...files].filter(([name]) => name.startsWith('clips/'));
    expect(clips).toHaveLength(4);
    for (const [name, file] of clips) {
      const samples = await decodeAudio(page, file);
      expect(samples?.length, name).toBeGreaterThan(4000);
    }
  });

  await test.step('the unpacked page explains each file, without a script or a network', async () => {
    const folder = testInfo.outputPath('unpacked');
    for (const [name, file] of files) {
      await mkdir(dirname(joinPath(folder, name)), { recursive: true });
      await writeFile(joinPath(folder, name), file);
    }
    const index = String(files.get('index.html'));
    for (const name of files.keys()) {
      if (name.startsWith('data/')) expect(index).toContain(`href="${name}"`);
    }
    expect(index).not.toMatch(/<script|src=|https?:/);
    expect(index).not.toContain('The server does not have');
    const unpacked = await page.context().newPage();
    await unpacked.goto(pathToFileURL(joinPath(folder, 'index.html')).href);
    await expectAccessible(unpacked, 'the page of a copy');
    await unpacked.getByRole('link', { name: 'data/comments-on-your-drops.json' }).click();
    await expect(unpacked.getByText('Which roof?')).toBeVisible();
  });

  await test.step('to a chosen file, a copy goes on after a lost connection, and leaves no file when it is cancelled', async () => {
    const other = await page.context().newPage();
    await other.addInitScript(chooseOwnFile);
    await other.goto('/settings');
    await other.getByRole('button', { name: 'Download my data' }).click();
    const dialog = other.getByRole('dialog', { name: 'Download my data' });
    const running = other.getByRole('alertdialog', { name: 'Download my data' });
    await other.route(/object\/sign\/.*token=/, (route) => route.abort());
    await dialog.getByRole('button', { name: 'Download' }).click();
    await expect(running.getByText('Undertone does not answer')).toBeVisible();
    await running.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByRole('button', { name: 'Download' })).toBeVisible();
    await expect.poll(() => ownFiles(other)).toEqual({});

    await dialog.getByRole('button', { name: 'Download' }).click();
    await expect(running.getByText('Undertone does not answer')).toBeVisible();
    await other.unroute(/object\/sign\/.*token=/);
    await running.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByText('Unpack it, and open index.html')).toBeVisible();
    const written = Buffer.from((await ownFiles(other))[name] ?? '', 'latin1');
    expect([...readZip(written).keys()]).toEqual([...files.keys()]);
  });

  await test.step('nothing is about those who blocked, muted, reported or wrote anonymously', () => {
    const text = [...files].map(([name, file]) => name + file.toString('latin1')).join('\n');
    for (const { id, username } of [cal, dee]) {
      expect(text).not.toContain(id);
      expect(text).not.toContain(username);
    }
  });
});
