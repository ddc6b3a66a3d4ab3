/** The words of something that was thrown: the server's own, where it gave any. */
export function errorMessage(error: unknown): string {
  // Answers of the database are given as plain objects.
  return String(error instanceof Object && 'message' in error ? error.message : error);
}
