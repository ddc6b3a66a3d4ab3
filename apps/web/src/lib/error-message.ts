/** The words of something that was thrown: the server's own, where it gave any. */
export function errorMessage(error: unknown): string {
  // Answers of the database are given as plain objects.
  const isWorded = typeof error === 'object' && error !== null && 'message' in error;
  return isWorded && typeof error.message === 'string' ? error.message : String(error);
}
