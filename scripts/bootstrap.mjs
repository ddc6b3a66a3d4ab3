// Runs scripts/<name>.ts on Node 24 after installing what is missing. It is the only
// JavaScript here, because it runs on whatever Node (20 or later) a fresh machine has.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [name, ...args] = process.argv.slice(2);

const readPackages = async (path) =>
  readFile(join(root, path), 'utf8').then(
    (text) => JSON.parse(text).packages,
    () => ({}),
  );

/** True when every package of the lock file is installed in its version, the workspaces' own included. */
const isInstalled = async () => {
  const wanted = await readPackages('package-lock.json');
  const found = await readPackages('node_modules/.package-lock.json');
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      !path.includes('node_modules/') || optional || link || found[path]?.version === version,
  );
};

// Node keeps what it makes of the TypeScript, which halves the time that a start spends on loading it.
const env = { NODE_COMPILE_CACHE: join(root, '.cache/node'), ...process.env };

/** Otherwise the script may outlive its shell on purpose, as after `nohup`. */
const isStartedByNpm = 'npm_lifecycle_event' in process.env;

const run = (command, commandArgs) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, commandArgs, { cwd: root, stdio: 'inherit', env });
    // Ctrl-C reaches the child by itself; the others are passed on. Either way its end is ours.
    process.on('SIGINT', () => undefined);
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    // A shell between npm and this process ends without passing a signal on. `exec` in package.json avoids
    // that one; other programs may start this script through a shell, too.
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (isStartedByNpm && process.ppid !== parent) child.kill('SIGTERM');
    }, 500);
    child.on('exit', () => clearInterval(watch));
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });

if (!(await isInstalled())) {
  console.log('Installing packages…');
  // Not `npm ci`: it refuses a lock file that lacks other platforms' optional packages, which
  // a registry may not have. Without saving, the lock file's versions are installed as they are.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const code = await run('npm', ['install', '--no-save', ...quiet]);
  if (code !== 0) process.exit(code);
}
process.exit(await run(join(root, 'node_modules/.bin/node'), [`scripts/${name}.ts`, ...args]));
