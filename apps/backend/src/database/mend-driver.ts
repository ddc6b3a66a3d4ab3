import { registerHooks } from 'node:module';

/** A place in the driver's source, and what is put there instead. */
type Change = readonly [before: string, after: string];

/**
 * A connection that breaks while a small write waits for its turn keeps the note that one is
 * scheduled: from then on it writes nothing, and never logs in again. And a statement of a
 * transaction whose connection is gone writes to a socket that is null, outside of any promise,
 * which ends the process (porsager/postgres#1154, #1208). Here it is refused as what it is.
 */
const connectionChanges: readonly Change[] = [
  [
    '    clearImmediate(nextWriteTimer)\n',
    '    clearImmediate(nextWriteTimer), chunk = nextWriteTimer = null\n',
  ],
  [
    '  function nextWrite(fn) {\n',
    '  function nextWrite(fn) {\n    if (!socket) return (chunk = nextWriteTimer = null, true)\n',
  ],
  [
    '    if (stream)\n      return queryError(q, Errors.generic(',
    "    if (!socket)\n      return (queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true)\n\n" +
      '    if (stream)\n      return queryError(q, Errors.generic(',
  ],
];

/** A reserved connection that broke is not open when it is given back. */
const poolChanges: readonly Change[] = [
  [
    '      onopen(c)\n    }\n\n    return sql\n',
    '      c.queue === closed || c.queue === connecting || onopen(c)\n    }\n\n    return sql\n',
  ],
];

const changesOf = (url: string): readonly Change[] => {
  if (url.endsWith('/postgres/src/connection.js')) return connectionChanges;
  if (url.endsWith('/postgres/src/index.js')) return poolChanges;
  return [];
};

/**
 * Mends postgres.js 3.4.9 as it is loaded, so that the backend outlives a PostgreSQL that goes away.
 * @throws at the import, when the driver's source is not the one that this was written for
 */
export function mendDriver(): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const changes = changesOf(url);
      if (changes.length === 0) return loaded;
      const original = loaded.source ?? '';
      let source = typeof original === 'string' ? original : new TextDecoder().decode(original);
      for (const [before, after] of changes) {
        if (!source.includes(before)) {
          throw new Error(`${url} has changed: see whether mend-driver.ts is still needed.`);
        }
        source = source.replaceAll(before, after);
      }
      return { ...loaded, source };
    },
  });
}
