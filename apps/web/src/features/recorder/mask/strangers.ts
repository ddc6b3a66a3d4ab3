import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { recorderKeys } from './recorder-keys.ts';

/*
 * Whom one hears after Veil is decided by 128 random bits, and so is all else that Veil draws. Who has the
 * bits of a clip could come nearer to the voice behind it: they are never stored, sent or logged. A
 * take has its own, kept in memory as long as the take, so that its person may have the same stranger
 * for the next ones; a new session of the account, or another account's, begins without any.
 */

/** Four words of 32 bits, from the device's secure source. */
type Stranger = Uint32Array<ArrayBuffer>;

const draw = (): Stranger => crypto.getRandomValues(new Uint32Array(4));

/** In memory, for as long as the page or the take. */
const keptInMemory = {
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: 'always',
  meta: { isLocal: true },
} as const;

/** The stranger whom the person keeps for the session; null, as at first, while each take has its own. */
export const keptStrangerOptions = queryOptions({
  ...keptInMemory,
  queryKey: recorderKeys.keptStranger(),
  queryFn: (): Stranger | null => null,
});

/** The stranger of a take: the one that is kept for the session, or one that is drawn for this take. */
export function strangerOptions(takeId: string) {
  return queryOptions({
    ...keptInMemory,
    queryKey: recorderKeys.stranger(takeId),
    queryFn: async ({ client: queryClient }): Promise<Stranger> =>
      (await queryClient.fetchQuery(keptStrangerOptions)) ?? draw(),
  });
}

/** Keeps a take's stranger for the next takes of this session. */
export async function keepStranger(queryClient: QueryClient, takeId: string): Promise<void> {
  const stranger = await queryClient.fetchQuery(strangerOptions(takeId));
  queryClient.setQueryData(keptStrangerOptions.queryKey, stranger);
}

/** Lets the next takes have strangers of their own again. */
export function forgetKeptStranger(queryClient: QueryClient): void {
  queryClient.setQueryData(keptStrangerOptions.queryKey, null);
}

/** Gives a take another stranger, who is kept for the session if the one before was. */
export function drawStranger(queryClient: QueryClient, takeId: string): void {
  const stranger = draw();
  queryClient.setQueryData(strangerOptions(takeId).queryKey, stranger);
  queryClient.setQueryData(keptStrangerOptions.queryKey, (kept) => kept && stranger);
}
