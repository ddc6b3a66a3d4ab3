import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';

/** A whole number above zero, as the environment writes it. */
const limit = (defaultValue: number) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (!text) return defaultValue;
      const value = Number(text);
      if (Number.isSafeInteger(value) && value > 0) return value;
      context.addIssue({
        code: 'custom',
        message: `must be a whole number above zero, not "${text}"`,
      });
      return z.NEVER;
    });

const processors = availableParallelism();

/** A number for each processor, within bounds: PostgreSQL's own default is 100 connections. */
const perProcessor = (
  number: number,
  { atLeast = 1, atMost }: { atLeast?: number; atMost: number },
) => limit(Math.min(atMost, Math.max(atLeast, number * processors)));

/**
 * Limits that an operator may set in the environment, by the name of the variable, with their
 * defaults. docs/deploying.md says what each bounds; a test compares it with this table.
 */
const schema = z.object({
  /** Longest life of a signed address that a person asks for, s. */
  SIGNED_URL_SECONDS: limit(3600),
  /** Levels of embeds inside one another in a request. */
  REST_EMBED_DEPTH: limit(5),
  /** Embeds in a request, at all levels. */
  REST_EMBEDS: limit(20),
  /** Rows that the to-many embeds of a request bring, of all parents together. */
  REST_EMBED_ROWS: limit(50_000),
  /** Size of an answer's JSON, bytes. */
  REST_ANSWER_BYTES: limit(4 * 1024 * 1024),
  /** Bindings and filters of live changes that one socket listens with. */
  REALTIME_SUBSCRIPTIONS_PER_SOCKET: limit(300),
  /** The same of all sockets of one address. */
  REALTIME_SUBSCRIPTIONS_PER_ADDRESS: limit(3000),
  /** Time of the database that the filters of one client may take in ten seconds, ms. */
  REALTIME_FILTER_MILLISECONDS: limit(2000),
  /** Requests of one address to one service, or to pages. A whole school may have one address. */
  REQUESTS_PER_MINUTE_PER_ADDRESS: limit(30_000),
  /** Requests of one account to one service: an app may send some tens of them for a page. */
  REQUESTS_PER_MINUTE_PER_ACCOUNT: limit(3000),
  FUNCTION_CALLS_PER_MINUTE_PER_ADDRESS: limit(600),
  FUNCTION_CALLS_PER_MINUTE_PER_ACCOUNT: limit(60),
  /** Requests that may wait for a connection of one purpose; half as many of one account. */
  WAITING_REQUESTS: limit(500),
  /** How long a request waits for a connection of each purpose, ms. */
  READ_WAIT_MS: limit(10_000),
  WRITE_WAIT_MS: limit(10_000),
  UPLOAD_WAIT_MS: limit(10_000),
  AUTH_WAIT_MS: limit(10_000),
  /** How long statements of auth and of uploads wait for a lock in the database, ms. */
  AUTH_LOCK_WAIT_MS: limit(2000),
  UPLOAD_LOCK_WAIT_MS: limit(2000),
  /** Connections to the database, by what they are for. */
  READ_CONNECTIONS: perProcessor(6, { atMost: 32 }),
  WRITE_CONNECTIONS: perProcessor(4, { atMost: 16 }),
  UPLOAD_CONNECTIONS: perProcessor(4, { atMost: 12 }),
  AUTH_CONNECTIONS: perProcessor(4, { atMost: 12 }),
  /** bcrypt runs in libuv's four threads, which reading and writing files needs too. */
  PASSWORD_HASHES: limit(2),
  /** Connections of HTTP, and of one address. */
  HTTP_CONNECTIONS: limit(10_000),
  HTTP_CONNECTIONS_PER_ADDRESS: limit(2000),
  /** Sockets of realtime, and of one address. */
  SOCKETS: limit(10_000),
  SOCKETS_PER_ADDRESS: limit(1000),
});

/** The value in force of each limit. */
export type LimitSettings = Readonly<z.output<typeof schema>>;

/**
 * Reads the limits from the environment.
 * @throws {ConfigError} naming the variable that is wrong
 */
export function readLimitSettings(env: NodeJS.ProcessEnv): LimitSettings {
  const result = schema.safeParse(env);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`);
  throw new ConfigError(problems.join('\n'), { cause: result.error });
}
