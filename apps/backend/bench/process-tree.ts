import { readdir, readFile } from 'node:fs/promises';

/** Linux reports processor time in hundredths of a second. */
const microsecondsPerTick = 10_000;

/**
 * The processor time (µs) and memory (bytes) of a process and all its descendants. All are NaN without
 * /proc, and for a process that does not exist.
 */
interface TreeUsage {
  /** The processor time of the root process, and of all others. */
  readonly own: number;
  readonly others: number;
  /** The resident memory, with each shared page divided among the processes that share it. */
  readonly proportional: number;
  /** `proportional` of the root process. */
  readonly ownProportional: number;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly time: number;
}

/** @returns null for a process that has ended */
async function readProcess(pid: number): Promise<Process | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name in parentheses before the fields may itself contain parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number);
  return { pid, parent: parent ?? 0, time: ((user ?? 0) + (system ?? 0)) * microsecondsPerTick };
}

const kilobytes = (rollup: string, name: string): number =>
  1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0);

const unknown: TreeUsage = {
  own: Number.NaN,
  others: Number.NaN,
  proportional: Number.NaN,
  ownProportional: Number.NaN,
};

export async function measureTree(root: number | undefined): Promise<TreeUsage> {
  if (root === undefined) return unknown;
  const names = await readdir('/proc').catch(() => []);
  const read = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .map(readProcess),
  );
  const children = Map.groupBy(
    read.filter((one) => one !== null),
    ({ parent }) => parent,
  );
  const own = await readProcess(root);
  if (!own) return unknown;
  const tree = [own];
  for (const { pid } of tree) tree.push(...(children.get(pid) ?? []));

  const rollups = await Promise.all(
    tree.map(({ pid }) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')),
  );
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    own: own.time,
    others: sum(tree.slice(1).map(({ time }) => time)),
    proportional: sum(rollups.map((rollup) => kilobytes(rollup, 'Pss'))),
    ownProportional: kilobytes(rollups[0] ?? '', 'Pss'),
  };
}

/** The memory of a process and its descendants, MB, with shared pages counted once. */
export const measureMemory = async (root: number | undefined): Promise<number> =>
  (await measureTree(root)).proportional / 1024 / 1024;
