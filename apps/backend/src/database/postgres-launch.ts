import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../lib/operator-error.ts';

const run = promisify(execFile);

/** How to start a program that refuses to run as root. */
export interface Launch {
  /** Words put before the program. */
  readonly prefix: readonly string[];
  /** The user and group to become, when the prefix does not see to it. */
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
 * Decides how PostgreSQL, which refuses to run as root, is started here.
 *
 * An ordinary user starts it as it is. Root starts it in a user namespace in
 * which root is called nobody: the files stay root's own, so that a project
 * under /root works, and no account is made. Where namespaces are forbidden
 * (most containers) it runs as the system user `postgres`. A data folder that
 * exists already decides by its owner.
 *
 * @param databaseDir folder of the cluster; need not exist yet
 * @param program one of the programs to be started, to see whether the user reaches it
 * @throws when root can neither make a namespace nor lend the files to `postgres`
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
