import { z } from 'zod';

/**
 * A text that config.toml may leave to the environment, as the Supabase CLI
 * has it: `env(NAME)` stands for the variable's value.
 */
export const environmentReference = z.string().transform((text, context) => {
  const name = /^env\((\w+)\)$/.exec(text.trim())?.[1];
  if (!name) return text;
  const value = process.env[name];
  if (value) return value;
  context.addIssue({ code: 'custom', message: `the environment variable ${name} is not set` });
  return z.NEVER;
});
