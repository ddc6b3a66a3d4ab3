import type { PostgrestClient } from '@supabase/postgrest-js';
import type { SupabaseClient } from '#lib/supabase.ts';
import { exportedMessages, waitingMessages, type ExportedTable } from './exported-tables.ts';

/** A row as a copy has it. */
export type Row = Record<string, unknown>;

/** How many rows one request reads: the most that hosted Supabase returns by default. */
const PAGE_SIZE = 1000;

/** For how many drops one request reads what belongs to them: their ids stand in its address. */
const DROPS_MAX = 100;

/** Repeats work until it succeeds; ends with the export. */
export type Persist = <Result>(
  work: (signal: AbortSignal) => PromiseLike<Result>,
) => Promise<Result>;

/** What reads the person's rows. */
export interface RowReader {
  readonly client: SupabaseClient;
  readonly userId: string;
  readonly persist: Persist;
}

/** The tables are named by data, of which the types of the database say nothing. */
const untyped = (client: SupabaseClient): PostgrestClient => client;

const select = ({ columns, further = [] }: ExportedTable) => [...columns, ...further].join(',');

/** Reads the rows of a table in pages. @param drops the ids of the person's drops */
export async function* readTable(
  reader: RowReader,
  exported: ExportedTable,
  drops: readonly string[],
): AsyncGenerator<Row[]> {
  if (exported.owner !== 'voice_drop_id') {
    yield* readPages(reader, exported, [reader.userId]);
    return;
  }
  for (let start = 0; start < drops.length; start += DROPS_MAX) {
    yield* readPages(reader, exported, drops.slice(start, start + DROPS_MAX));
  }
}

/** Reads the messages of a conversation in pages; those that wait for their delivery, without a position, come last. */
export async function* readMessages(reader: RowReader, conversation: string) {
  yield* readPages(reader, exportedMessages, [conversation]);
  yield* readPages(reader, waitingMessages, [conversation]);
}

/** Ends at an empty page: a server may return fewer rows than were asked for. */
async function* readPages(
  { client, userId, persist }: RowReader,
  exported: ExportedTable,
  owners: readonly string[],
): AsyncGenerator<Row[]> {
  const { table, owner, only, key } = exported;
  let last: unknown;
  for (;;) {
    const rows = await persist(async (signal) => {
      let query = untyped(client).from(table).select(select(exported)).in(owner, owners);
      if (only) query = query.filter(...only(userId));
      if (last !== undefined) query = query.gt(key, last);
      const { data } = await query
        .order(key)
        .limit(PAGE_SIZE)
        .abortSignal(signal)
        .overrideTypes<Row[], { merge: false }>()
        .throwOnError();
      return data;
    });
    if (rows.length === 0) return;
    yield rows.map(withNames);
    last = rows.at(-1)?.[key];
  }
}

/** Replaces the embedded profile of each `…_username` by its name, or null. */
const withNames = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      column.endsWith('_username') ? nameIn(value) : value,
    ]),
  );

const nameIn = (profile: unknown) =>
  profile instanceof Object && 'username' in profile ? profile.username : null;
