import { z } from 'zod';

/** A PostgreSQL function that the auth service calls. */
export interface FunctionHookSettings {
  /** As config.toml has it: `pg-functions://postgres/public/name`. */
  readonly uri: string;
  readonly schema: string;
  readonly name: string;
}

/** The names that Supabase Auth accepts. */
const path = /^pg-functions:\/\/[^/]*\/([A-Za-z_]\w{0,62})\/([A-Za-z_]\w{0,62})$/;

/** A table `[auth.hook.…]` of config.toml whose hook is a PostgreSQL function; null when the hook is not enabled. */
export const functionHookSettings = z
  .strictObject({ enabled: z.boolean().default(false), uri: z.string().default('') })
  .transform(({ enabled, uri }, context): FunctionHookSettings | null => {
    if (!enabled) return null;
    const [, schema, name] = path.exec(uri) ?? [];
    if (schema === undefined || name === undefined) {
      const message =
        'uri must be that of a PostgreSQL function: pg-functions://postgres/schema/name';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    return { uri, schema, name };
  });
