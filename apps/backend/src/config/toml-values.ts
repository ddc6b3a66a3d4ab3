import { z } from 'zod';

/** Durations as Go writes them (`5s`, `1m30s`, `500ms`), in seconds. */
export const duration = z.string().transform((text, context) => {
  const seconds: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 0.001 };
  if (!/^(?:\d+(?:\.\d+)?(?:h|ms|m|s))+$/.test(text)) {
    context.addIssue({ code: 'custom', message: `"${text}" is not a duration` });
    return z.NEVER;
  }
  return [...text.matchAll(/([\d.]+)(h|ms|m|s)/g)].reduce(
    (sum, [, number, unit]) => sum + Number(number) * (seconds[unit ?? ''] ?? 0),
    0,
  );
});

/**
 * A text of config.toml in which `env(NAME)` stands for the value of an environment variable, as for
 * the Supabase CLI.
 */
export const environmentReference = z.string().transform((text, context) => {
  const name = /^env\((\w+)\)$/.exec(text.trim())?.[1];
  if (!name) return text;
  const value = process.env[name];
  if (value) return value;
  context.addIssue({ code: 'custom', message: `the environment variable ${name} is not set` });
  return z.NEVER;
});
