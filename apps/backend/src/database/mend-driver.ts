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
  // Asked by nobody, answered to nobody: the end of the connection says what there is to say.
  [
    '        return fetchArrayTypes()\n',
    '        return fetchArrayTypes().catch(() => undefined)\n',
  ],
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

/**
 * What the pool forgets when a connection breaks. A reservation that failed stays in its queue, and
 * takes a later connection with it for good. Statements that wait their turn on a reserved
 * connection wait for ever. And whoever still holds one that broke, by reservation or transaction,
 * goes on to use it, and gives it back, when it has long been connected anew for somebody else.
 */
const poolChanges: readonly Change[] = [
  // A reservation is served from the queue; taken out of it to connect for, it would be forgotten.
  [
    '    queries.length && connect(c, queries.shift())\n',
    '    if (!queries.length) return\n    const next = queries.shift()\n' +
      '    next.reserve && queries.push(next)\n    connect(c, next)\n',
  ],
  [
    'const query = { reserve: resolve, reject }\n',
    'const query = { reserve: resolve, reject: e => { queries.remove(query); reject(e) } }\n',
  ],
  [
    '    c.reserved.release = true\n',
    '    c.reserved.release = true\n    let lost = null\n' +
      '    c.onclose = e => { lost = e; while (queue.length) queue.shift().reject(e) }\n',
  ],
  [
    '      c.reserved = null\n      onopen(c)\n',
    '      if (lost) return\n      c.reserved = c.onclose = null\n      onopen(c)\n',
  ],
  [
    '    function handler(q) {\n      c.queue === full\n',
    '    function handler(q) {\n      if (lost) return q.reject(lost)\n      c.queue === full\n',
  ],
  [
    '      , connection\n      , prepare = null\n',
    '      , connection\n      , lost = null\n      , prepare = null\n',
  ],
  [
    'connection.onclose = reject)',
    'connection.onclose = e => { lost = e; while (queries.length) queries.shift().reject(e); reject(e) })',
  ],
  [
    '        q.catch(e => uncaughtError || (uncaughtError = e))\n',
    '        q.catch(e => uncaughtError || (uncaughtError = e))\n        if (lost) return q.reject(lost)\n',
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
