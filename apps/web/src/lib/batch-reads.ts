import { nextTask } from './next-task.ts';

interface Batch<Value> {
  readonly keys: Set<string>;
  readonly values: Promise<ReadonlyMap<string, Value>>;
}

/**
 * Batches reads by key: the keys that are asked for in the same turn of the event loop become one
 * call of `readAll`.
 *
 * @param readAll reads the values of many keys; keys without a value may be missing
 * @returns reads the value of one key, or null; rejects with what `readAll` rejects with
 */
export function batchReads<Value>(
  readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | null> {
  let open: Batch<Value> | undefined;

  const openBatch = (): Batch<Value> => {
    const keys = new Set<string>();
    const values = nextTask().then(() => {
      open = undefined;
      return readAll([...keys]);
    });
    return { keys, values };
  };

  return async (key) => {
    open ??= openBatch();
    open.keys.add(key);
    return (await open.values).get(key) ?? null;
  };
}
