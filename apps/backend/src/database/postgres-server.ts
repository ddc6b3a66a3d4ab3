import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { allocatorSettings } from './allocator-settings.ts';
import { freePort } from '../lib/free-port.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { listProcesses } from '../lib/process-list.ts';
import { availableMemory, memorySettings } from './memory-settings.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { findLaunch, type Launch } from './postgres-launch.ts';
import { redactLogLine } from './redact-log-line.ts';
import { codeOf } from '../lib/error-code.ts';

/** The cluster's superuser, named as on Supabase; `postgres` is an ordinary role that owns the migrations' objects. */
export const superuser = 'supabase_admin';

/** How long a server may take to stop before it is sent SIGQUIT, ms. */
const stopTimeout = 15_000;

/** Settings that the backend relies on. They are on the command line, so that no file overrides them. */
const settings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_level: 'logical',
  max_connections: '100',
  timezone: 'UTC',
};

/** Settings for a machine that also runs the app, without loss of durability. Operators may override them. */
const defaults: Record<string, string> = {
  max_slot_wal_keep_size: '512MB',
  wal_sender_timeout: '30s',
  jit: 'off',
  // The value of hosted Supabase, for solid-state disks. With the default for rotating disks, a generic plan
  // fetches and sorts all rows instead of reading an index in order.
  random_page_cost: '1.1',
  log_min_messages: 'warning',
};

/** The file that PostgreSQL reads, in its folder; written at each start. */
const configFile = 'backend.conf';

/**
 * Writes the configuration: the file of initdb, the defaults, and then the operator's file
 * `postgresql.conf` beside the folder, if it exists.
 *
 * @returns the file's path
 */
async function writeConfig(databaseDir: string, launch: Launch): Promise<string> {
  const path = join(databaseDir, configFile);
  const chosen = { ...defaults, ...memorySettings(availableMemory()) };
  const lines = [
    "include 'postgresql.conf'",
    ...Object.entries(chosen).map(([name, value]) => `${name} = '${value}'`),
    "include_if_exists '../postgresql.conf'",
  ];
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  if (launch.identity) await chown(path, launch.identity.uid, launch.identity.gid);
  return path;
}

/** PostgreSQL could not be initialised or started; the message has its reason, `cause` its output. */
class PostgresStartError extends OperatorError {
  override name = 'PostgresStartError';

  constructor(databaseDir: string, output: string) {
    const reason = /^.*\b(?:error|FATAL|PANIC): +(.+)$/m.exec(output)?.[1] ?? output.trim();
    super(`PostgreSQL cannot start on ${databaseDir}: ${reason}`, { cause: output.trim() });
  }
}

/** A PostgreSQL server that this process started. */
export interface PostgresServer {
  readonly port: number;
  /** Resolves when the server's process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Stops the server: connections are closed, and all committed transactions are on disk. */
  stop(): Promise<void>;
}

/** Whether another program took the port after it was found free. */
const isPortTaken = (error: unknown): boolean =>
  error instanceof PostgresStartError &&
  String(error.cause).includes('could not create any TCP/IP sockets');

/**
 * Stops the server that a killed backend left running on this folder, since a second server cannot use
 * it. Removes the lock file, which PostgreSQL would otherwise take for that of a running server when
 * the process is another program or a zombie (as in containers without an init).
 */
export async function stopLeftover(databaseDir: string): Promise<void> {
  const lockFile = join(databaseDir, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(lockFile, 'utf8').catch(() => ''), 10);
  if (!Number.isInteger(pid)) return;
  const isServer = async () =>
    (await listProcesses()).some((each) => each.pid === pid && each.command.includes(databaseDir));
  if (await isServer()) process.kill(pid, 'SIGINT');
  const deadline = Date.now() + stopTimeout;
  while (await isServer()) {
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT');
    await delay(50);
  }
  await stopOrphans(databaseDir);
  await rm(lockFile, { force: true });
}

/** Identifies a cluster's processes in the system's list of processes. */
const clusterId = (databaseDir: string): string =>
  createHash('sha256').update(databaseDir).digest('hex').slice(0, 16);

/**
 * Kills the processes that a killed postmaster left. They exit by themselves only when they next wait,
 * and until then hold the shared memory that the next server needs.
 */
async function stopOrphans(databaseDir: string): Promise<void> {
  const title = new RegExp(`postgres: \\w+-${clusterId(databaseDir)}: `);
  for (;;) {
    const orphans = (await listProcesses()).filter(({ command }) => title.test(command));
    if (orphans.length === 0) return;
    for (const { pid } of orphans) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        if (codeOf(error) !== 'ESRCH') throw error;
      }
    }
    await delay(50);
  }
}

const start = (launch: Launch, program: string, args: string[]): ChildProcess => {
  const [command = program, ...rest] = [...launch.prefix, program, ...args];
  return spawn(command, rest, {
    ...launch.identity,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...allocatorSettings },
    // Ctrl-C signals the whole foreground process group; the server has to run until the backend has drained.
    detached: true,
  });
};

async function initialise(
  databaseDir: string,
  launch: Launch,
  initdb: string,
  password: string,
): Promise<void> {
  // Renamed when complete, so that an interrupted initdb leaves no broken cluster.
  const unfinished = `${databaseDir}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const passwordFile = `${databaseDir}.password`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (launch.identity) {
    const { uid, gid } = launch.identity;
    await chown(unfinished, uid, gid);
    await chown(passwordFile, uid, gid);
  }
  try {
    const child = start(launch, initdb, [
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
    ]);
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code]: unknown[] = await once(child, 'close');
    if (code !== 0) throw new PostgresStartError(databaseDir, errors);
    await rename(unfinished, databaseDir);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Starts the server and resolves when it accepts connections. */
async function startServer(
  launch: Launch,
  program: string,
  databaseDir: string,
  args: string[],
  onLog: (line: string) => void,
): Promise<ChildProcess> {
  const child = start(launch, program, ['-D', databaseDir, ...args]);
  await new Promise<void>((resolve, reject) => {
    let output = '';
    let unfinished = '';
    child.once('error', reject);
    child.once('exit', () => reject(new PostgresStartError(databaseDir, output)));
    child.stderr?.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      output = (output + text).slice(-4000);
      const lines = `${unfinished}${text}`.split('\n');
      unfinished = lines.pop() ?? '';
      for (const line of lines) {
        if (/WARNING|ERROR|FATAL|PANIC/.test(line)) onLog(redactLogLine(line));
      }
      if (output.includes('ready to accept connections')) resolve();
    });
  });
  return child;
}

/**
 * Starts PostgreSQL on a folder, and creates the cluster on first use.
 *
 * @param databaseDir absolute path; created when missing
 * @param password of the superuser
 * @param onLog receives PostgreSQL's own warnings and errors, a line each, without values of requests
 * @param extraSettings configuration that overrides the built-in one
 * @param findPort finds the port to listen on; asked once more when that port is taken meanwhile
 * @throws {PostgresStartError} when it does not start
 */
export async function startPostgres(
  databaseDir: string,
  password: string,
  onLog: (line: string) => void,
  extraSettings: Record<string, string> = {},
  findPort: () => Promise<number> = freePort,
): Promise<PostgresServer> {
  const binaries = await findPostgresBinaries();
  const launch = await findLaunch(databaseDir, binaries.postgres);
  await stopLeftover(databaseDir);

  const folder = await stat(databaseDir).catch(() => null);
  if (!folder) await initialise(databaseDir, launch, binaries.initdb, password);
  // PostgreSQL refuses a folder that others may enter, as after `chmod -R` or a copy.
  else if (folder.mode & 0o077) await chmod(databaseDir, 0o700);

  const named = {
    ...settings,
    config_file: await writeConfig(databaseDir, launch),
    cluster_name: `backend-${clusterId(databaseDir)}`,
    ...extraSettings,
  };
  const flags = Object.entries(named).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let port = await findPort();
  const startAtPort = () =>
    startServer(launch, binaries.postgres, databaseDir, ['-p', String(port), ...flags], onLog);
  const child = await startAtPort().catch(async (error: unknown) => {
    if (!isPortTaken(error)) throw error;
    port = await findPort();
    return startAtPort();
  });
  const ended =
    child.exitCode === null ? once(child, 'exit').then(() => undefined) : Promise.resolve();

  return {
    port,
    ended,
    async stop() {
      child.kill('SIGINT');
      const patience = setTimeout(() => child.kill('SIGQUIT'), stopTimeout);
      await ended;
      clearTimeout(patience);
    },
  };
}
