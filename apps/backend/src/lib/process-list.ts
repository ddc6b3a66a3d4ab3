import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A process that runs: not one that has ended and only waits for its parent. */
export interface RunningProcess {
  readonly pid: number;
  /** Its words, with spaces between them. */
  readonly command: string;
}

/** The processes of this machine that the user may see. Slim containers have no `ps`, other systems than Linux no `/proc`. */
export async function listProcesses(): Promise<RunningProcess[]> {
  const entries = await readdir('/proc').catch(() => []);
  const pids = entries.filter((name) => /^\d+$/.test(name));
  return pids.length > 0 ? fromFiles(pids) : fromPs();
}

async function fromFiles(pids: readonly string[]): Promise<RunningProcess[]> {
  const processes = await Promise.all(
    pids.map(async (pid) => {
      const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return { pid: Number(pid), command: words.replaceAll('\0', ' ').trim() };
    }),
  );
  // What has ended has no words left.
  return processes.filter(({ command }) => command !== '');
}

async function fromPs(): Promise<RunningProcess[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,stat=,command='], { maxBuffer: 2 ** 24 });
  return [...stdout.matchAll(/^ *(\d+) +([^\sZ]\S*) +(.+)$/gm)].map(([, pid, , command = '']) => ({
    pid: Number(pid),
    command,
  }));
}
