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

/**
 * Limits that an operator may set in the environment, by the name of the variable, with their
 * defaults. docs/deploying.md says what each bounds; a test holds it against this table.
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
