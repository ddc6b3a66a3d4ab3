/** The words of something that was thrown: the server's own, where it gave any. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
