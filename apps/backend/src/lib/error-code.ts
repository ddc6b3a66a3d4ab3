/** The code of an error of Node or the operating system, such as `ENOENT`; undefined without one. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Handles the error of a file operation by returning null if the file does not exist. */
export const nullIfMissing = (error: unknown): null => {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
};
