import type { Page } from '@playwright/test';
import { expect, test as base } from './fixtures.ts';
import { uniqueTitle } from './page-parts.ts';
import { playbackPosition, postAsItIs, record } from './recording.ts';
import { decodeSound, keptRecording, likeness } from './sounds.ts';
import { veilDigest } from './veil-digest.ts';
import { buildVeilScript } from './veil-script.ts';
import { filesIn, watchNetwork, type Sent, type WatchedNetwork } from './watched-network.ts';

interface Watched {
  /** A signed-in member's tab, which has opened nothing yet. */
  page: Page;
  network: WatchedNetwork;
}

const test = base.extend<{ watched: Watched }>({
  watched: async ({ backend, register, visit }, use) => {
    const network = await watchNetwork(backend);
    const { localStorage: session } = await register('ada');
    const page = await visit();
    await page.context().addInitScript(
      ({ origin, items }) => {
        if (location.origin !== origin) return;
        for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
      },
      { origin: network.url, items: session },
    );
    await use({ page, network });
    // The page would log what it then fails to read.
    await page.context().close();
    await network.close();
  },
});

/** Records, and opens the form. @returns the recording in the format of the browser's recorder */
async function speak({ page, network }: Watched): Promise<Buffer> {
  await page.goto(`${network.url}/record`);
  await record(page, 2);
  const recording = await keptRecording(page);
  await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
  return recording;
}

/** The filters of these tests that anyone can undo, of which a member is told. */
const forFun = new Set(['Deep Voice', 'High Pitch']);

/** Chooses a filter by its name in the picker, posts, and waits for the drop on the profile. @returns its title */
async function post(page: Page, filter: string): Promise<string> {
  const title = uniqueTitle(filter);
  await page.getByText(filter, { exact: true }).click();
  await page.getByLabel('Description').fill(title);
  if (forFun.has(filter)) await postAsItIs(page);
  else await page.getByRole('button', { name: 'Post Voice Drop' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByRole('button', { name: `Options for ${title}` })).toBeVisible();
  return title;
}

const isUpload = ({ method, path }: Sent) =>
  method === 'POST' && path.startsWith('/storage/v1/object/voice-drops/');

const isTransform = ({ path }: Sent) => path.startsWith('/functions/v1/voice-transform');

/** The bytes at which a file of such a type begins. */
const signatures = { mp3: /^(ID3|\u00FF[\u00E2-\u00FB])/, wav: /^RIFF/ };

/** The clip that was uploaded. */
function uploaded({ sent }: WatchedNetwork): Buffer {
  const uploads = sent.filter(isUpload);
  expect(uploads.length, 'one clip was uploaded').toBe(1);
  return uploads[0]?.body() ?? Buffer.of();
}

/** All sounds in requests, in any format and wrapping. */
async function soundsIn(sent: readonly Sent[], page: Page): Promise<Float32Array[]> {
  const sounds: Float32Array[] = [];
  for (const file of sent.flatMap(({ body }) => filesIn(body()))) {
    const sound = await decodeSound(page, file);
    if (sound) sounds.push(sound);
  }
  return sounds;
}

/** Whether a piece of a file is in any request, as it is or in base64. */
function holdsPieceOf(recording: Buffer, { sent }: WatchedNetwork): boolean {
  const pieces = Array.from({ length: Math.floor(recording.length / 1000) }, (_, index) =>
    recording.subarray(index * 1000, index * 1000 + 64),
  );
  const files = sent.flatMap(({ body }) => filesIn(body()));
  return files.some((file) => pieces.some((piece) => file.includes(piece)));
}

/**
 * A clip that is less like the voice than this is masked: the voice itself is more than 0.95 like its
 * MP3. What Veil draws has been up to 0.38 like it.
 */
const MASKED = 0.6;

async function decoded(page: Page, file: Buffer): Promise<Float32Array> {
  const sound = await decodeSound(page, file);
  if (!sound) throw new Error('The file is no sound.');
  return sound;
}

test('a masked post sends the mask, and in no request the voice', async ({ watched }) => {
  const { page, network } = watched;
  const recording = await speak(watched);
  const voice = await decoded(page, recording);
  await page.getByRole('button', { name: 'Preview Robot Voice' }).click();
  await expect(page.getByText('Previewing Robot Voice filter')).toBeVisible();
  await post(page, 'Deep Voice');

  expect(network.sent.filter(isTransform)).toEqual([]);
  expect(holdsPieceOf(recording, network)).toBe(false);
  const sounds = await soundsIn(network.sent, page);
  expect(sounds.length, 'the posted clip, and nothing else').toBe(1);
  for (const sound of sounds) expect(likeness(voice, sound)).toBeLessThan(MASKED);
  expect(uploaded(network).toString('latin1', 0, 4)).toMatch(signatures.mp3);
});

test('a member hears Veil, posts it and hears somebody else, and no request carries the voice', async ({
  watched,
}) => {
  const { page, network } = watched;
  const recording = await speak(watched);
  const voice = await decoded(page, recording);
  await page.getByRole('button', { name: 'Preview Veil' }).click();
  await expect(page.getByText('Previewing Veil filter')).toBeVisible();
  const title = await post(page, 'Veil');

  expect(network.sent.filter(isTransform)).toEqual([]);
  expect(holdsPieceOf(recording, network)).toBe(false);
  const sounds = await soundsIn(network.sent, page);
  expect(sounds.length, 'the posted clip, and nothing else').toBe(1);
  for (const sound of sounds) expect(likeness(voice, sound)).toBeLessThan(MASKED);

  await page.getByRole('button', { name: `Play ${title}` }).click();
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0.2);
  const address = await page.evaluate(() => document.querySelector('audio')?.currentSrc ?? '');
  const heard = Buffer.from(await (await fetch(address)).arrayBuffer());
  expect(heard.equals(uploaded(network)), 'what is heard is what was posted').toBe(true);
});

test('a post of the original voice is known by this test as the voice', async ({ watched }) => {
  const { page, network } = watched;
  const recording = await speak(watched);
  const voice = await decoded(page, recording);
  await post(page, 'Original');

  const [sound] = await soundsIn(network.sent, page);
  expect(likeness(voice, sound ?? new Float32Array())).toBeGreaterThan(0.95);
  const isJoin = ({ body }: Sent) => body().includes('phx_join');
  expect(network.sent.some(isJoin), 'what sockets send is read as well').toBe(true);
  expect(uploaded(network).toString('latin1', 0, 4)).toMatch(signatures.mp3);
});

test('Veil gives the same samples in Chromium as in Node, of the same random words', async ({
  visit,
}) => {
  const page = await visit();
  const digest = await page.evaluate(`(() => { ${await buildVeilScript()} })()`);
  expect(digest).toBe(veilDigest());
});

test('only the worker’s script may compile WebAssembly, and the recorder encodes with it', async ({
  watched,
}) => {
  const { page, network } = watched;
  /** What the page and its files came with, by path. */
  const policies = new Map<string, string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    policies.set(pathname, response.headers()['content-security-policy'] ?? '');
  });
  await speak(watched);
  await post(page, 'High Pitch');
  expect(uploaded(network).toString('latin1', 0, 4)).toMatch(signatures.mp3);

  const workers = network.sent.filter(({ path }) => path.includes('/voice-worker-'));
  expect(workers.length).toBeGreaterThan(0);
  for (const { path } of workers) {
    const { headers } = await fetch(`${network.url}${path}`);
    expect(headers.get('content-security-policy')).toContain(
      "script-src 'self' 'wasm-unsafe-eval'",
    );
    policies.delete(path);
  }
  expect(policies.has('/record')).toBe(true);
  const allowed = [...policies].filter(([, policy]) => policy.includes('wasm-unsafe-eval'));
  expect(allowed).toEqual([]);
});

test.describe('a device whose worker does not start', () => {
  test.use({ expectedErrors: [/could not be applied by the device/] });

  test('has the server mask, and posts that as WAV', async ({ watched }) => {
    const { page, network } = watched;
    network.break(/\/voice-worker-/);
    const recording = await speak(watched);
    const voice = await decoded(page, recording);
    await post(page, 'Deep Voice');

    const transforms = network.sent.filter(isTransform);
    expect(transforms.length).toBe(1);
    const [taken] = await soundsIn(transforms, page);
    expect(likeness(voice, taken ?? new Float32Array())).toBeGreaterThan(0.95);
    const clip = uploaded(network);
    expect(clip.toString('latin1', 0, 4)).toMatch(signatures.wav);
    expect(likeness(voice, await decoded(page, clip))).toBeLessThan(MASKED);
  });
});

test.describe('a device that cannot load the encoder', () => {
  test.use({ expectedErrors: [/encoder could not be loaded|could not be encoded/] });

  test('posts the masked clip as WAV', async ({ watched }) => {
    const { page, network } = watched;
    network.break(/\.wasm$/);
    const recording = await speak(watched);
    const voice = await decoded(page, recording);
    await post(page, 'Deep Voice');

    expect(network.sent.filter(isTransform)).toEqual([]);
    const clip = uploaded(network);
    expect(clip.toString('latin1', 0, 4)).toMatch(signatures.wav);
    expect(likeness(voice, await decoded(page, clip))).toBeLessThan(MASKED);
  });
});
