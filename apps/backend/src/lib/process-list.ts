import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A running process, zombies excluded. */
export interface RunningProcess {
  readonly pid: number;
  /** Program and arguments, separated by spaces. */
  readonly command: string;
}

/** Lists the processes that this user may see: from `/proc`, since slim containers have no `ps`, or from `ps` where the system has no `/proc`. */
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
  // A zombie's command line is empty.
  return processes.filter(({ command }) => command !== '');
}

async function fromPs(): Promise<RunningProcess[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,stat=,command='], { maxBuffer: 2 ** 24 });
  return [...stdout.matchAll(/^ *(\d+) +([^\sZ]\S*) +(.+)$/gm)].map(([, pid, , command = '']) => ({
    pid: Number(pid),
    command,
  }));
}
