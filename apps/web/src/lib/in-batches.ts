interface Waiting<Value> {
  readonly resolve: (value: Value | null) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Batches reads by key: the keys that are asked for in the same turn of the event loop become one
 * call of `ask`.
 *
 * @param ask reads the values of many keys; keys without a value may be missing
 * @returns reads the value of one key, or null; rejects with what `ask` rejects with
 */
export function inBatches<Value>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | null> {
  let waiting = new Map<string, Waiting<Value>[]>();

  const askForAll = async () => {
    const batch = waiting;
    waiting = new Map();
    try {
      const answers = await ask([...batch.keys()]);
      for (const [key, all] of batch) {
        for (const { resolve } of all) resolve(answers.get(key) ?? null);
      }
    } catch (cause) {
      for (const { reject } of [...batch.values()].flat()) reject(cause);
    }
  };

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setTimeout(() => void askForAll());
      waiting.set(key, [...(waiting.get(key) ?? []), { resolve, reject }]);
    });
}
