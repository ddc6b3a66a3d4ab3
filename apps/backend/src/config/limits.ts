import { availableParallelism } from 'node:os';
import { ConfigError } from './config-error.ts';

/** The limits that depend on the machine and on who shares an address. The operator may set them. */
export interface Limits {
  /** Requests a minute from one address to one service, or for pages. */
  readonly requestsPerMinute: number;
  /** How long a request waits for its turn, ms. */
  readonly queueTimeout: number;
  /** Connections to the database that requests use, in all pools. */
  readonly databaseConnections: number;
  readonly httpConnections: number;
  /** Sockets of realtime. */
  readonly sockets: number;
}

function readLimit(env: NodeJS.ProcessEnv, name: string, defaultValue: number): number {
  const text = env[name];
  if (!text) return defaultValue;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new ConfigError(`${name} must be a whole number above zero, not "${text}".`);
}

/**
 * Reads the limits from the environment. docs/deploying.md lists them; a test compares it.
 * @throws {ConfigError} naming the variable that is wrong
 */
export const readLimits = (
  env: NodeJS.ProcessEnv,
  processors = availableParallelism(),
): Limits => ({
  requestsPerMinute: readLimit(env, 'REQUESTS_PER_MINUTE', 30_000),
  queueTimeout: readLimit(env, 'QUEUE_TIMEOUT_MS', 10_000),
  databaseConnections: readLimit(env, 'DATABASE_CONNECTIONS', 18 * processors),
  httpConnections: readLimit(env, 'HTTP_CONNECTIONS', 10_000),
  sockets: readLimit(env, 'SOCKETS', 10_000),
});
