/**
 * The test files that use nothing but supabase-js over HTTP, and so run against any server that
 * serves this project's `supabase` folder. With `CONTRACT_URL` set no other files run.
 */
export const portableFiles: readonly string[] = [
  'auth-client.test.ts',
  'auth-sessions.test.ts',
  'auth.test.ts',
  'comments.test.ts',
  'functions.test.ts',
  'messages.test.ts',
  'drop-events.test.ts',
  'ranking.test.ts',
  'realtime.test.ts',
  'rest.test.ts',
  'search.test.ts',
  'storage.test.ts',
  'tables.test.ts',
];
