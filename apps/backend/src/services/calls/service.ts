import { runEvery } from '../../lib/run-every.ts';
import { OutgoingCalls, type CallsOptions } from './outgoing-calls.ts';

/** The outgoing calls of a database. */
export interface Calls {
  /** Requests under way, and those that have ended since the start, for /metrics. */
  counts(): Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

/** How often old responses are deleted, ms. */
const pruning = 10 * 60 * 1000;

/** Sends the requests of the schema `net`, unless the extension pg_net is installed, which sends them itself. */
export async function createCalls(options: CallsOptions): Promise<Calls> {
  const { database, log } = options;
  const [extension] = await database.admin`select from pg_extension where extname = 'pg_net'`;
  if (extension) return { counts: () => ({}), stop: () => Promise.resolve() };

  const calls = new OutgoingCalls(options);
  const send = () => calls.sendQueued();
  const stopListening = await database.listen('net_requests', {
    onListening: send,
    onMessage: send,
  });
  const stopPruning = runEvery(pruning, log, 'pruning responses of outgoing calls', () =>
    calls.deleteOldResponses(),
  );
  return {
    counts: () => calls.counts,
    async stop() {
      await Promise.all([stopListening(), stopPruning()]);
      await calls.stop();
    },
  };
}
