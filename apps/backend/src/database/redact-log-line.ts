/** A value at the end of a message, as in `invalid input syntax for type uuid: "…"`. */
const value = /: ".*"$/;

/** A quoted identifier, as opposed to a quoted value. */
const name = /^"[\w.$-]*"$/;

/** Removes the values of requests, which may be personal, from a line of PostgreSQL's log. */
export const redactLogLine = (line: string): string =>
  line
    .replace(value, ': "…"')
    .replaceAll(/"[^"]*"/g, (quoted) => (name.test(quoted) ? quoted : '"…"'));
