import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { ConfigError } from './config.ts';

/** Sizes as the Supabase CLI writes them: `50MiB`, `5MB`, `1024`. */
const size = z.string().transform((text, context) => {
  const match = /^(\d+(?:\.\d+)?)\s*([KMG]i?B|B)?$/i.exec(text.trim());
  const powers: Record<string, number> = { k: 1, m: 2, g: 3 };
  if (!match) {
    context.addIssue({ code: 'custom', message: `"${text}" is not a size` });
    return z.NEVER;
  }
  const unit = (match[2] ?? 'B').toLowerCase();
  const base = unit.includes('i') ? 1024 : 1000;
  return Math.round(Number(match[1]) * base ** (powers[unit[0]!] ?? 0));
});

/** The part of the Supabase CLI's config.toml that the embedded backend acts on, with the CLI's defaults. */
const schema = z.object({
  api: z
    .object({
      schemas: z.array(z.string()).default(['public']),
      max_rows: z.number().int().positive().default(1000),
    })
    .prefault({}),
  auth: z
    .object({
      site_url: z.string().default(''),
      additional_redirect_urls: z.array(z.string()).default([]),
      jwt_expiry: z.number().int().min(60).max(604_800).default(3600),
      enable_signup: z.boolean().default(true),
      minimum_password_length: z.number().int().min(6).default(6),
      email: z
        .object({
          enable_signup: z.boolean().default(true),
          enable_confirmations: z.boolean().default(false),
        })
        .prefault({}),
    })
    .prefault({}),
  storage: z.object({ file_size_limit: size.prefault('50MiB') }).prefault({}),
  functions: z
    .record(
      z.string(),
      z.object({ enabled: z.boolean().default(true), verify_jwt: z.boolean().default(true) }),
    )
    .default({}),
});

export type ProjectConfig = z.output<typeof schema>;

/**
 * Reads `config.toml` of a Supabase folder; a folder without one has the CLI's defaults.
 * @throws {ConfigError} naming the setting that is wrong
 */
export async function readProjectConfig(supabaseFolder: string): Promise<ProjectConfig> {
  const path = join(supabaseFolder, 'config.toml');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const result = schema.safeParse(parse(text));
  if (!result.success) throw new ConfigError(`${path}: ${z.prettifyError(result.error)}`);
  return result.data;
}
