import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import {
  mailNotifications,
  mailTemplates,
  readMailTexts,
  type MailTexts,
} from './mail-settings.ts';
import { functionHookSettings } from './function-hook-settings.ts';
import { externalProviders } from './provider-settings.ts';
import { webhookSettings } from './webhook-settings.ts';
import { ConfigError } from './config-error.ts';
import { duration, environmentReference } from './toml-values.ts';
import { takeUnserved } from './unserved-settings.ts';
import { nullIfMissing } from '../lib/error-code.ts';

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

/** Access tokens may live no longer than a week, as on Supabase; seconds. */
export const longestTokenLife = 604_800;

/** `env(PUBLIC_URL)` means the same as no setting: the public URL. */
const siteUrl = z
  .string()
  .transform((text) => (text.trim() === 'env(PUBLIC_URL)' ? '' : text))
  .pipe(environmentReference);

/** Names of buckets, separated by commas. */
const bucketNames = z.string().transform(
  (text): ReadonlySet<string> =>
    new Set(
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
);

/** Whether factors of a kind may be added and used. */
const factorKind = z.strictObject({
  enroll_enabled: z.boolean().default(false),
  verify_enabled: z.boolean().default(false),
});

/** The part of the Supabase CLI's config.toml that the backend acts on, with the CLI's defaults. */
const schema = z.strictObject({
  api: z
    .strictObject({
      enabled: z
        .literal(true, 'the embedded backend always serves tables over HTTP: remove it')
        .default(true),
      schemas: z.array(z.string()).min(1).default(['public']),
      /** Further schemas in which unqualified names are looked up. */
      extra_search_path: z.array(z.string()).default(['public', 'extensions']),
      max_rows: z.number().int().positive().default(1000),
    })
    .prefault({}),
  auth: z
    .strictObject({
      site_url: siteUrl.default(''),
      additional_redirect_urls: z.array(environmentReference).default([]),
      jwt_expiry: z.number().int().min(60).max(longestTokenLife).default(3600),
      enable_signup: z.boolean().default(true),
      enable_manual_linking: z.boolean().default(false),
      /** How long a rotated refresh token still returns its successor, seconds. */
      refresh_token_reuse_interval: z.number().int().nonnegative().default(10),
      minimum_password_length: z.number().int().min(6).default(6),
      email: z
        .strictObject({
          enable_signup: z.boolean().default(true),
          enable_confirmations: z.boolean().default(false),
          double_confirm_changes: z.boolean().default(true),
          secure_password_change: z.boolean().default(false),
          otp_length: z.number().int().min(6).max(10).default(6),
          /** How long a mailed link or code may be used, seconds. */
          otp_expiry: z.number().int().min(60).max(86_400).default(3600),
          template: mailTemplates.prefault({}),
          notification: mailNotifications.prefault({}),
        })
        .prefault({}),
      external: externalProviders.prefault({}),
      mfa: z
        .strictObject({
          max_enrolled_factors: z.number().int().positive().default(10),
          totp: factorKind.prefault({}),
          phone: factorKind
            .extend({
              otp_length: z.number().int().min(6).max(10).default(6),
              template: z.string().default('Your code is {{ .Code }}'),
              max_frequency: duration.prefault('5s'),
            })
            .prefault({}),
        })
        .prefault({}),
      hook: z
        .strictObject({
          before_user_created: functionHookSettings.prefault({}),
          send_sms: webhookSettings.prefault({}),
        })
        .prefault({}),
    })
    .prefault({}),
  storage: z.strictObject({ file_size_limit: size.prefault('50MiB') }).prefault({}),
  edge_runtime: z
    .strictObject({
      secrets: z.strictObject({ STORAGE_CLEANED_BUCKETS: bucketNames.prefault('') }).prefault({}),
    })
    .prefault({}),
  functions: z
    .record(
      z.string(),
      z.strictObject({ enabled: z.boolean().default(true), verify_jwt: z.boolean().default(true) }),
    )
    .default({}),
});

type Settings = Readonly<z.output<typeof schema>>;

export interface ProjectConfig extends Omit<Settings, 'auth'> {
  readonly auth: Settings['auth'] & {
    /** The texts of the project's mails. */
    readonly mailTexts: MailTexts;
  };
  /** Settings without effect here, by name. */
  readonly ignored: readonly string[];
}

const readToml = (path: string, text: string): unknown => {
  try {
    return parse(text);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    throw new ConfigError(`${path}: ${cause.message}`, { cause });
  }
};

/**
 * Reads `config.toml` of a Supabase folder; a folder without one has the CLI's defaults.
 * @throws {ConfigError} naming each setting that is wrong, and each that would be missed because
 *   it is not served
 */
export async function readProjectConfig(supabaseFolder: string): Promise<ProjectConfig> {
  const path = join(supabaseFolder, 'config.toml');
  const text = (await readFile(path, 'utf8').catch(nullIfMissing)) ?? '';
  const written = readToml(path, text);
  const { refused, ignored } = takeUnserved(schema, written);
  const result = schema.safeParse(written);
  if (!result.success) throw new ConfigError(`${path}: ${z.prettifyError(result.error)}`);
  if (refused.length > 0) {
    throw new ConfigError(
      [`${path} has settings that are not served here.`, ...refused].join('\n'),
    );
  }
  const { auth } = result.data;
  const mailTexts = await readMailTexts(supabaseFolder, auth.email);
  return { ...result.data, auth: { ...auth, mailTexts }, ignored };
}
