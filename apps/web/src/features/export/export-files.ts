import type { Json } from '@undertone/database-types/database';
import { avatarOf, clipOf, loadFiles, messageClipOf, type ClipFile } from './clip-files.ts';
import { renderIndex, type IndexedFile } from './export-index.ts';
import {
  exportedConversations,
  exportedMessages,
  exportedTables,
  type ExportedTable,
} from './exported-tables.ts';
import { readMessages, readTable, type Row, type RowReader } from './read-rows.ts';

/** A file of the archive. */
export interface ArchiveEntry {
  name: string;
  input: AsyncIterable<string> | Uint8Array<ArrayBuffer> | string;
  lastModified: Date;
}

/** How far a copy is: reading rows, of the file that is named, or fetching files, some of which the server may not have. */
export type Progress =
  | { step: 'reading'; about: string }
  | { step: 'fetching'; done: number; total: number; missing: number };

export interface ExportSource {
  reader: RowReader;
  username: string;
  /** What `begin_export` returned. */
  records: Json;
  onProgress: (progress: Progress) => void;
}

/** The folder of the clips of each file. */
const clipFolders: Readonly<Record<string, string>> = {
  'voice-drops': 'voice-drops',
  comments: 'replies',
};

/** Makes the files of a copy of a person's data, each when it is needed. In memory are the names of the clips and a page of rows. */
export async function* exportFiles(source: ExportSource): AsyncGenerator<ArchiveEntry> {
  const { reader, username, records, onProgress } = source;
  const madeAt = new Date();
  const listed: IndexedFile[] = [];
  const clips: ClipFile[] = [];
  const drops: string[] = [];
  const sides = new Map<unknown, Row>();
  const entry = (name: string, input: ArchiveEntry['input']): ArchiveEntry => ({
    name,
    input,
    lastModified: madeAt,
  });

  /** A file with the rows of pages. `complete` collects what is needed of a row, and may add to it. */
  const rowsFile = (
    { file, about }: Pick<ExportedTable, 'file' | 'about'>,
    pages: AsyncIterable<Row[]>,
    complete: (row: Row) => Row = (row) => row,
  ) => {
    onProgress({ step: 'reading', about });
    const indexed = { name: `data/${file}.json`, about, rows: 0 };
    listed.push(indexed);
    return entry(
      indexed.name,
      jsonOf(pages, (row) => {
        indexed.rows += 1;
        return complete(row);
      }),
    );
  };
  const withClip = (clip: ClipFile | undefined, row: Row): Row => {
    if (!clip) return row;
    clips.push(clip);
    return { ...row, clip: clip.name };
  };

  const account = {
    name: 'data/account.json',
    about: 'Your account, its sessions, and what you wrote to the people who run this site',
    rows: 1,
  };
  listed.push(account);
  yield entry(account.name, JSON.stringify(await readAccount(reader, records), null, 1));

  for (const table of exportedTables) {
    const { file } = table;
    const folder = clipFolders[file];
    yield rowsFile(table, readTable(reader, table, drops), (row) => {
      if (file === 'voice-drops') drops.push(String(row.id));
      if (file === 'profile') return withClip(avatarOf(row), row);
      return folder === undefined ? row : withClip(clipOf(folder, row), row);
    });
  }
  yield rowsFile(exportedConversations, readTable(reader, exportedConversations, []), (row) => {
    sides.set(row.conversation_id, row);
    return row;
  });
  const messages = messagesOf(reader, sides);
  yield rowsFile(exportedMessages, messages, (row) => {
    const side = sides.get(row.conversation_id);
    const clip = messageClipOf(row);
    // The server sends no clip of a request.
    if (clip && side?.is_accepted) clips.push(clip);
    return { ...row, is_own: row.place === side?.place };
  });

  const missing: string[] = [];
  let done = 0;
  const report = () =>
    onProgress({ step: 'fetching', done, total: clips.length, missing: missing.length });
  report();
  for await (const { name, bytes } of loadFiles(reader, clips)) {
    if (bytes) yield entry(name, bytes);
    else missing.push(name);
    done += 1;
    report();
  }

  const site = location.host;
  const count = done - missing.length;
  const index = { username, site, madeAt, files: listed, clips: count, missing };
  yield entry('index.html', renderIndex(index));
}

async function* messagesOf(reader: RowReader, sides: ReadonlyMap<unknown, Row>) {
  for (const conversation of sides.keys()) yield* readMessages(reader, String(conversation));
}

/** What is known of the account itself. */
async function readAccount({ client, persist }: RowReader, records: Json) {
  const user = await persist(async () => {
    const { data, error } = await (await client.auth()).getUser();
    if (error) throw error;
    return data.user;
  });
  const sessions = await persist((signal) =>
    client.rpc('list_sessions').abortSignal(signal).throwOnError(),
  );
  const oldLinks = await persist((signal) =>
    client.rpc('list_old_links').abortSignal(signal).throwOnError(),
  );
  return {
    ...user,
    sessions: sessions.data,
    old_links: oldLinks.data,
    records,
  };
}

/** The text of a JSON file with the rows of all pages, one a line. Never yields an empty text, at which the archive would end. */
async function* jsonOf(pages: AsyncIterable<Row[]>, complete: (row: Row) => Row) {
  let before = '[\n';
  for await (const rows of pages) {
    yield before + rows.map((row) => JSON.stringify(complete(row))).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
