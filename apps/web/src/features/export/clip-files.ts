import { clipExtension } from '@undertone/domain/clip-path';
import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';
import { SIGNED_MESSAGE_CLIPS_MAX } from '@undertone/domain/limits';
import { fileName } from '#features/drops/file-name.ts';
import { signMessageClips } from '#features/player/sign-message-clips.ts';
import { firstAbort } from '#lib/first-abort.ts';
import { signObjects } from '#lib/sign-objects.ts';
import type { RowReader, Row } from './read-rows.ts';

/** A file that is fetched: an object of the bucket by its path, or the clip of a message by the message's id. */
export interface ClipFile {
  /** Its name in the copy. */
  name: string;
  source: { path: string } | { message: string };
}

/** A fetched file; without bytes if the server has it no more. */
export interface LoadedFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer> | undefined;
}

/** How many files are fetched at the same time, to wait less for each response. Each is in memory as a whole. */
const AHEAD = 4;

/** How long a file may take, in milliseconds: the longest has 26 MB. */
const FETCH_TIMEOUT = 120_000;

/** The last digits of an id, which set files of the same day and title apart. */
const shortId = (id: unknown) => String(id).slice(-12);

const dayOf = (moment: unknown) => String(moment).slice(0, 10);

/** The clip of a row of drops or comments; undefined if it has none. */
export function clipOf(folder: string, row: Row): ClipFile | undefined {
  const { id, title, audio_path: path, created_at: moment } = row;
  if (typeof path !== 'string') return undefined;
  const words = [dayOf(moment), title, shortId(id)].filter(Boolean).join(' ');
  return {
    name: `clips/${folder}/${fileName(words, clipExtension(path))}`,
    source: { path },
  };
}

/** The clip of a message, whose type its URL says; undefined if it has none. */
export function messageClipOf(row: Row): ClipFile | undefined {
  const { id, conversation_id: conversation, duration, sent_at: moment } = row;
  if (typeof duration !== 'number') return undefined;
  return {
    name: `clips/messages/${String(conversation)}/${dayOf(moment)} ${String(id)}`,
    source: { message: String(id) },
  };
}

/** The person's picture; undefined without one. */
export function avatarOf({ avatar_path: path }: Row): ClipFile | undefined {
  if (typeof path !== 'string') return undefined;
  return { name: `avatar${/\.[a-z0-9]+$/i.exec(path)?.[0] ?? ''}`, source: { path } };
}

/** Fetches files in their order, each as soon as it is needed, some at the same time. */
export async function* loadFiles(
  reader: RowReader,
  files: readonly ClipFile[],
): AsyncGenerator<LoadedFile> {
  for (let start = 0; start < files.length; start += SIGNED_MESSAGE_CLIPS_MAX) {
    const batch = files.slice(start, start + SIGNED_MESSAGE_CLIPS_MAX);
    const urls = await reader.persist(() => sign(reader, batch));
    const loading: Promise<LoadedFile>[] = [];
    for (const file of batch) {
      const loaded = load(reader, file, urls.get(file));
      // Of an export that has ended, nobody awaits the rest.
      loaded.catch(() => undefined);
      loading.push(loaded);
      if (loading.length >= AHEAD) yield await loading.shift()!;
    }
    for (const loaded of loading) yield await loaded;
  }
}

async function sign({ client }: RowReader, files: readonly ClipFile[]) {
  const paths = files.flatMap(({ source }) => ('path' in source ? [source.path] : []));
  const messages = files.flatMap(({ source }) => ('message' in source ? [source.message] : []));
  const [byPath, byMessage] = await Promise.all([
    paths.length > 0 ? signObjects(client, paths, AUDIO_URL_SECONDS) : undefined,
    messages.length > 0 ? signMessageClips(client, messages) : undefined,
  ]);
  return new Map(
    files.map((file) => [
      file,
      'path' in file.source ? byPath?.get(file.source.path) : byMessage?.get(file.source.message),
    ]),
  );
}

/** @param signed the URL of the batch, which has expired if the export was interrupted; undefined for a file that is gone */
async function load(
  reader: RowReader,
  file: ClipFile,
  signed: string | undefined,
): Promise<LoadedFile> {
  let url = signed;
  let isFirst = true;
  return reader.persist(async (signal) => {
    if (!isFirst) url = (await sign(reader, [file])).get(file);
    isFirst = false;
    if (url === undefined) return { name: file.name, bytes: undefined };
    const response = await fetch(url, {
      signal: firstAbort(signal, AbortSignal.timeout(FETCH_TIMEOUT)),
    });
    // As a whole: a file that arrived in part could not be fetched again within the archive.
    if (response.ok) {
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { name: withExtension(file, url), bytes };
    }
    await response.body?.cancel();
    throw Object.assign(new Error(`The file answered ${response.status}.`), {
      status: response.status,
    });
  });
}

const withExtension = ({ name, source }: ClipFile, url: string) =>
  'message' in source ? `${name}.${clipExtension(new URL(url).pathname)}` : name;
