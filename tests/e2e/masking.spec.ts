import type { Page } from '@playwright/test';
import { storeSession } from './accounts.ts';
import { expect, test as base } from './fixtures.ts';
import { uniqueTitle } from './page-parts.ts';
import { playbackPosition, postAsItIs, readStoredRecording, record } from './recording.ts';
import { decodeAudio, similarity } from './audio-similarity.ts';
import { veilFingerprint } from './veil-fingerprint.ts';
import { buildFingerprintScript } from './veil-fingerprint-script.ts';
import {
  filesIn,
  startRecordingProxy,
  type RecordedRequest,
  type RecordingProxy,
} from './recording-proxy.ts';

interface RecordedMember {
  /** A blank tab in which a member is signed in. */
  page: Page;
  proxy: RecordingProxy;
}

const test = base.extend<{ member: RecordedMember }>({
  member: async ({ backend, register, visit }, use) => {
    const proxy = await startRecordingProxy(backend);
    const { localStorage: session } = await register('ada');
    const page = await visit();
    await storeSession(page.context(), proxy.url, session);
    await use({ page, proxy });
    // An open page would log requests that fail when the proxy closes.
    await page.context().close();
    await proxy.close();
  },
});

/** Records and opens the form. @returns the recording in the format of the browser's recorder */
async function speak({ page, proxy }: RecordedMember): Promise<Buffer> {
  await page.goto(`${proxy.url}/record`);
  await record(page, 2);
  const recording = await readStoredRecording(page);
  await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
  return recording;
}

/** The reversible filters of these tests, about which the first post warns. */
const reversibleFilters = new Set(['Deep Voice']);

/** Chooses a filter by its name in the picker, posts, and waits for the drop on the profile. @returns its title */
async function post(page: Page, filter: string): Promise<string> {
  const title = uniqueTitle(filter);
  await page.getByText(filter, { exact: true }).click();
  await page.getByLabel('Description').fill(title);
  if (reversibleFilters.has(filter)) await postAsItIs(page);
  else await page.getByRole('button', { name: 'Post Voice Drop' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByRole('button', { name: `Options for ${title}` })).toBeVisible();
  return title;
}

const isUpload = ({ method, path }: RecordedRequest) =>
  method === 'POST' && path.startsWith('/storage/v1/object/voice-drops/');

const isTransform = ({ path }: RecordedRequest) => path.startsWith('/functions/v1/voice-transform');

/** First bytes of a file by its type. */
const signatures = { mp3: /^(ID3|\u00FF[\u00E2-\u00FB])/, wav: /^RIFF/ };

/** The clip that was uploaded. */
function uploadedClip({ requests }: RecordingProxy): Buffer {
  const uploads = requests.filter(isUpload);
  expect(uploads.length, 'one clip was uploaded').toBe(1);
  return uploads[0]?.body() ?? Buffer.of();
}

/** Decodes all sounds in the bodies of requests, in any format and encoding. */
async function soundsIn(requests: readonly RecordedRequest[], page: Page): Promise<Float32Array[]> {
  const sounds: Float32Array[] = [];
  for (const file of requests.flatMap(({ body }) => filesIn(body()))) {
    const sound = await decodeAudio(page, file);
    if (sound) sounds.push(sound);
  }
  return sounds;
}

/** Returns whether any request contains a piece of the recording, as it is or in base64. */
function containsPieceOf(recording: Buffer, { requests }: RecordingProxy): boolean {
  const pieces = Array.from({ length: Math.floor(recording.length / 1000) }, (_, index) =>
    recording.subarray(index * 1000, index * 1000 + 64),
  );
  const files = requests.flatMap(({ body }) => filesIn(body()));
  return files.some((file) => pieces.some((piece) => file.includes(piece)));
}

/**
 * A clip whose similarity to the voice is below this counts as masked. The similarity of the voice to its
 * own MP3 is above 0.95, and that of Veil's output was up to 0.38.
 */
const MASKED = 0.6;

async function decodeOrThrow(page: Page, file: Buffer): Promise<Float32Array> {
  const sound = await decodeAudio(page, file);
  if (!sound) throw new Error('The file is not audio.');
  return sound;
}

test('a masked post sends the masked clip as MP3, and no request contains the voice; only the worker’s script may compile WebAssembly', async ({
  member,
}) => {
  const { page, proxy } = member;
  /** Content security policies of the page and its files, by path. */
  const policies = new Map<string, string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    policies.set(pathname, response.headers()['content-security-policy'] ?? '');
  });
  const recording = await speak(member);
  const voice = await decodeOrThrow(page, recording);
  await page.getByRole('button', { name: 'Preview Robot Voice' }).click();
  await expect(page.getByText('Previewing Robot Voice filter')).toBeVisible();
  await post(page, 'Deep Voice');

  expect(proxy.requests.filter(isTransform)).toEqual([]);
  expect(containsPieceOf(recording, proxy)).toBe(false);
  const sounds = await soundsIn(proxy.requests, page);
  expect(sounds.length, 'only the posted clip is a sound').toBe(1);
  for (const sound of sounds) expect(similarity(voice, sound)).toBeLessThan(MASKED);
  expect(uploadedClip(proxy).toString('latin1', 0, 4)).toMatch(signatures.mp3);
  const isJoin = ({ body }: RecordedRequest) => body().includes('phx_join');
  expect(proxy.requests.some(isJoin), 'the proxy records WebSocket frames as well').toBe(true);

  const workers = proxy.requests.filter(({ path }) => path.includes('/voice-worker-'));
  expect(workers.length).toBeGreaterThan(0);
  for (const { path } of workers) {
    const { headers } = await fetch(`${proxy.url}${path}`);
    expect(headers.get('content-security-policy')).toContain(
      "script-src 'self' 'wasm-unsafe-eval'",
    );
    policies.delete(path);
  }
  expect(policies.has('/record')).toBe(true);
  const allowed = [...policies].filter(([, policy]) => policy.includes('wasm-unsafe-eval'));
  expect(allowed).toEqual([]);
});

test('a member previews Veil, posts it and plays the posted voice, and no request contains the own voice', async ({
  member,
}) => {
  const { page, proxy } = member;
  const recording = await speak(member);
  const voice = await decodeOrThrow(page, recording);
  await page.getByRole('button', { name: 'Preview Veil' }).click();
  await expect(page.getByText('Previewing Veil filter')).toBeVisible();
  const title = await post(page, 'Veil');

  expect(proxy.requests.filter(isTransform)).toEqual([]);
  expect(containsPieceOf(recording, proxy)).toBe(false);
  const sounds = await soundsIn(proxy.requests, page);
  expect(sounds.length, 'only the posted clip is a sound').toBe(1);
  for (const sound of sounds) expect(similarity(voice, sound)).toBeLessThan(MASKED);

  await page.getByRole('button', { name: `Play ${title}` }).click();
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0.2);
  const address = await page.evaluate(() => document.querySelector('audio')?.currentSrc ?? '');
  const played = Buffer.from(await (await fetch(address)).arrayBuffer());
  expect(played.equals(uploadedClip(proxy)), 'the played clip is the posted one').toBe(true);
});

test('Veil produces the same samples in Chromium as in Node from the same seed', async ({
  visit,
}) => {
  const page = await visit();
  const fingerprint = await page.evaluate(`(() => { ${await buildFingerprintScript()} })()`);
  expect(fingerprint).toBe(veilFingerprint());
});

test.describe('a device whose worker does not start', () => {
  test.use({ expectedErrors: [/could not be applied by the device/] });

  test('lets the server mask the voice, and posts the result as WAV', async ({ member }) => {
    const { page, proxy } = member;
    proxy.failRequests(/\/voice-worker-/);
    const recording = await speak(member);
    const voice = await decodeOrThrow(page, recording);
    await post(page, 'Deep Voice');

    const transforms = proxy.requests.filter(isTransform);
    expect(transforms.length).toBe(1);
    const [taken] = await soundsIn(transforms, page);
    expect(similarity(voice, taken ?? new Float32Array())).toBeGreaterThan(0.95);
    const clip = uploadedClip(proxy);
    expect(clip.toString('latin1', 0, 4)).toMatch(signatures.wav);
    expect(similarity(voice, await decodeOrThrow(page, clip))).toBeLessThan(MASKED);
  });
});
