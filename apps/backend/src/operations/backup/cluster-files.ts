import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** Folders that are empty in a backup: PostgreSQL recreates their content; the log is added separately. */
const emptyFolders = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);

/** Files of the running server that are not part of its data. */
const skippedFiles =
  /^(postmaster\.(pid|opts)|backup_(label|manifest)(\..*)?|tablespace_map|pg_internal\.init.*|pgsql_tmp.*|current_logfiles)$/;

/** A file of a table or an index, or of its free space or visibility map; a large one has further numbered files. */
const relationFile = /^(\d+)(_fsm|_vm)?(\.\d+)?$/;

/**
 * Whether a file has the content of an unlogged table or index, whose empty state is in an `_init` file.
 * PostgreSQL restores that state after a copy, and an archive that is kept for years must not contain
 * rows that the database deletes within days.
 */
const isUnlogged = (name: string, siblings: ReadonlySet<string>): boolean => {
  const relation = relationFile.exec(name)?.[1];
  return relation !== undefined && siblings.has(`${relation}_init`);
};

export interface ClusterFiles {
  /** Paths below the cluster's folder, with `/`; a folder comes before its content. */
  readonly folders: readonly string[];
  /** The control file is last, as in pg_basebackup. */
  readonly files: readonly string[];
}

/**
 * Lists the files that a copy of a running cluster consists of: PostgreSQL 17's manual, section
 * 25.3.4.2, "Backing Up the Data Directory".
 */
export async function listClusterFiles(cluster: string): Promise<ClusterFiles> {
  const folders: string[] = [];
  const files: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(cluster, folder), { withFileTypes: true });
    const names = new Set(entries.map(({ name }) => name));
    for (const entry of entries) {
      const path = posix.join(folder, entry.name);
      if (skippedFiles.test(entry.name) || isUnlogged(entry.name, names)) continue;
      if (entry.isDirectory()) {
        folders.push(path);
        if (!emptyFolders.has(path)) await visit(path);
      } else if (entry.isFile() && path !== controlFile) files.push(path);
    }
  };
  await visit('');
  return { folders: [...folders, 'pg_wal/archive_status'], files: [...files, controlFile] };
}

const controlFile = 'global/pg_control';

/** Segments of 16 MiB in a numbered log file: the default of initdb. */
const segmentsPerLog = 256;

const positionOf = (segment: string): number =>
  Number.parseInt(segment.slice(8, 16), 16) * segmentsPerLog +
  Number.parseInt(segment.slice(16), 16);

/** Names of the log's segments from the first to the last, on one timeline. */
export function segmentsBetween(first: string, last: string): string[] {
  const timeline = first.slice(0, 8);
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  return Array.from({ length: positionOf(last) - positionOf(first) + 1 }, (_, index) => {
    const position = positionOf(first) + index;
    return timeline + hex(Math.floor(position / segmentsPerLog)) + hex(position % segmentsPerLog);
  });
}
