/** What ends a message about a value, as in `invalid input syntax for type uuid: "…"`. */
const value = /: ".*"$/;

/** As tables, columns and the like are called. */
const name = /^"[\w.$-]*"$/;

/**
 * A line of PostgreSQL's log without the values that a request brought: these may be addresses
 * or passwords, which logs do not hold.
 */
export const redactLogLine = (line: string): string =>
  line
    .replace(value, ': "…"')
    .replaceAll(/"[^"]*"/g, (quoted) => (name.test(quoted) ? quoted : '"…"'));
