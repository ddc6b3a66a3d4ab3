/** The code of something that was thrown, by which services say what went wrong; undefined where it has none. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the database refused a row because another one like it is there already: PostgreSQL's unique_violation. */
export function isAlreadyThere(error: unknown): boolean {
  return errorCode(error) === '23505';
}
