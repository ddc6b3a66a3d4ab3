import { z } from 'zod';
import { environmentReference } from './toml-values.ts';

/** A web address that the auth service calls, with the secrets that sign its calls. */
export interface WebhookSettings {
  readonly uri: string;
  /** Keys of HMAC-SHA256, base64; each signs, so that a receiver can change from one to the next. */
  readonly secrets: readonly string[];
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]', 'host.docker.internal']);

/** One secret as Standard Webhooks writes it. */
const secretFormat = /^v1,whsec_([A-Za-z0-9+/=]{32,88})$/;

const findFault = (uri: string, secrets: readonly string[]): string | null => {
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
  .object({
    enabled: z.boolean().default(false),
    uri: z.string().default(''),
    // Read only when it is needed: a hook that is off asks for no variable.
    secrets: z.string().default(''),
  })
  .transform(({ enabled, uri, secrets }, context): WebhookSettings | null => {
    if (!enabled) return null;
    const resolved = environmentReference.safeParse(secrets);
    const list = (resolved.data ?? '').split('|').filter(Boolean);
    const fault = resolved.error?.issues[0]?.message ?? findFault(uri, list);
    if (fault) {
      context.addIssue({ code: 'custom', message: fault });
      return z.NEVER;
    }
    return { uri, secrets: list.map((secret) => secretFormat.exec(secret)?.[1] ?? '') };
  });
