import { execFile, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestBackend } from '@undertone/test-support/backend';
import { freePort } from '../src/lib/free-port.ts';
import type { Account } from './account.ts';

const run = promisify(execFile);

/** How long its installation may take, ms. */
const patience = 180_000;

/** @supabase/lite on the same database: the same rows, rules and roles. */
export interface LitePeer {
  readonly version: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** It verifies tokens by a shared secret. */
function signToken({ id }: Account, secret: string): string {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub: id, role: 'authenticated', aud: 'authenticated', exp };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

async function install(folder: string): Promise<string> {
  const environment = { ...process.env, npm_config_update_notifier: 'false' };
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '@supabase/lite', 'postgres'], {
    cwd: folder,
    env: environment,
    timeout: patience,
  });
  const { stdout } = await run('npm', ['pkg', 'get', 'dependencies'], { cwd: folder });
  const dependencies: Record<string, string> = JSON.parse(stdout);
  return dependencies['@supabase/lite'] ?? 'of an unknown version';
}

/**
 * Installs it in a temporary folder and starts it there.
 * @throws when it cannot be had, or does not start
 */
export async function startLite({ databaseUrl }: TestBackend, account: Account): Promise<LitePeer> {
  const folder = await mkdtemp(join(tmpdir(), 'undertone-bench-lite-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const version = await install(folder);
    const port = await freePort();
    const secret = randomBytes(32).toString('hex');
    await mkdir(join(folder, 'supabase'));
    await writeFile(
      join(folder, 'supabase/config.toml'),
      [
        'project_id = "bench"',
        `[api]\nport = ${port}\nschemas = ["public"]`,
        `[db]\ndriver = "postgres"\nurl = "${databaseUrl}"`,
        `[auth]\nenabled = true\njwt_secret = "${secret}"`,
      ].join('\n'),
    );
    const program = join(folder, 'node_modules/@supabase/lite/dist/cli/index.js');
    const child = spawn(process.execPath, [program, 'start'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH, HOME: folder, DO_NOT_TRACK: '1' },
    });
    const ended = once(child, 'exit');
    const isReady = new Promise<boolean>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes('Ready in')) resolve(true);
      });
      child.once('exit', () => resolve(false));
    });
    if (!(await isReady)) throw new Error('It did not start.');
    return {
      version,
      url: `http://127.0.0.1:${port}`,
      headers: { authorization: `Bearer ${signToken(account, secret)}` },
      async stop() {
        // It waits for its connections at SIGTERM, and none of it is to be kept.
        child.kill('SIGKILL');
        await ended;
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
