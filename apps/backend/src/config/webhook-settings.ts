import { z } from 'zod';
import { environmentReference } from './toml-values.ts';

/** A URL that the auth service calls, with the secrets that sign its calls. */
export interface WebhookSettings {
  readonly uri: string;
  /** Keys of HMAC-SHA256, base64. Each signs every call, so that a receiver can change to the next one. */
  readonly secrets: readonly string[];
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]', 'host.docker.internal']);

/** One secret as Standard Webhooks writes it. */
const secretFormat = /^v1,whsec_([A-Za-z0-9+/=]{32,88})$/;

const findProblem = (uri: string, secrets: readonly string[]): string | null => {
  if (uri.startsWith('pg-functions:')) return 'hooks that are PostgreSQL functions are not served';
  if (!URL.canParse(uri)) return 'uri is not a URL';
  const { protocol, hostname } = new URL(uri);
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback.has(hostname))) {
    return 'uri must be https, or http on this machine';
  }
  if (secrets.length === 0) return 'secrets are missing';
  if (!secrets.every((secret) => secretFormat.test(secret))) {
    return 'secrets must look like "v1,whsec_<base64>", with | between them';
  }
  return null;
};

/** A table `[auth.hook.…]` of config.toml; null when the hook is not enabled. */
export const webhookSettings = z
  .strictObject({
    enabled: z.boolean().default(false),
    uri: z.string().default(''),
    // Resolved below for an enabled hook only: a disabled one requires no environment variable.
    secrets: z.string().default(''),
  })
  .transform(({ enabled, uri, secrets }, context): WebhookSettings | null => {
    if (!enabled) return null;
    const resolved = environmentReference.safeParse(secrets);
    const list = (resolved.data ?? '').split('|').filter(Boolean);
    const problem = resolved.error?.issues[0]?.message ?? findProblem(uri, list);
    if (problem) {
      context.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    }
    return { uri, secrets: list.map((secret) => secretFormat.exec(secret)?.[1] ?? '') };
  });
