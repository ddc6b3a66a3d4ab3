import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../lib/operator-error.ts';

const run = promisify(execFile);

/** How to start PostgreSQL, which refuses to run as root. */
export interface Launch {
  /** The command and its arguments before the program. */
  readonly prefix: readonly string[];
  /** The user and group to run as, or null for those of this process. */
  readonly identity: { readonly uid: number; readonly gid: number } | null;
}

const namespacePrefix = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];

const succeeds = async (command: string, args: string[], options = {}): Promise<boolean> =>
  run(command, args, options).then(
    () => true,
    () => false,
  );

const postgresUser = async (): Promise<{ uid: number; gid: number }> => {
  if (!(await succeeds('id', ['-u', 'postgres']))) {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  }
  const [uid, gid] = await Promise.all([
    run('id', ['-u', 'postgres']),
    run('id', ['-g', 'postgres']),
  ]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
};

/**
 * Decides how PostgreSQL is started.
 *
 * An ordinary user starts it directly. Root starts it in a user namespace that maps root to nobody: the
 * files stay root's, so that a project under /root works, and no account is created. Where user
 * namespaces are forbidden (in most containers) it runs as the system user `postgres`. An existing data
 * folder of another user decides for that user.
 *
 * @param databaseDir folder of the cluster, which need not exist yet
 * @param program one of the programs to start, to check whether the user can execute it
 * @throws {OperatorError} when root can neither create a namespace nor run it as `postgres`
 */
export async function findLaunch(databaseDir: string, program: string): Promise<Launch> {
  if (process.getuid?.() !== 0) return { prefix: [], identity: null };

  const owner = await stat(databaseDir).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => null,
  );
  if (owner && owner.uid !== 0) return { prefix: [], identity: owner };

  const [command = '', ...args] = namespacePrefix;
  if (await succeeds(command, [...args, program, '--version'])) {
    return { prefix: namespacePrefix, identity: null };
  }

  const identity = await postgresUser();
  const reaches = async (path: string) =>
    succeeds('test', ['-x', path], { uid: identity.uid, gid: identity.gid });
  for (const path of [program, dirname(databaseDir)]) {
    if (!(await reaches(path))) {
      throw new OperatorError(
        `PostgreSQL does not run as root, and the user "postgres" cannot reach ${path}. ` +
          'Run the backend as an ordinary user, or put it and its DATA_DIR where other users may enter (for example under /opt and /var/lib).',
      );
    }
  }
  return { prefix: [], identity };
}
