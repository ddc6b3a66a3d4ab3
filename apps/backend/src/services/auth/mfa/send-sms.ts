import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { writeFileAtomically } from '../../../lib/atomic-file.ts';
import { AuthError } from '../errors.ts';
import { userJson, type User } from '../accounts/users.ts';
import { callWebhook, WebhookError } from './call-webhook.ts';
import type { WebhookSettings } from '../../../config/webhook-settings.ts';

/** A text message with a code. */
interface Sms {
  readonly user: User;
  /** E.164 without its plus. */
  readonly phone: string;
  readonly code: string;
  /** The message. A webhook writes its own with the code. */
  readonly text: string;
  /** The IP address of the client that requested the code. */
  readonly address: string | null;
}

export interface SmsOptions {
  /** Supabase's "Send SMS hook"; null to write messages to the folder. */
  readonly hook: WebhookSettings | null;
  /** DATA_DIR/mail. */
  readonly folder: string;
  readonly log: Logger;
}

/**
 * Sends a text message, and waits until the webhook has accepted it.
 * @throws {AuthError} `unexpected_failure` if the webhook failed
 */
export type SendSms = (sms: Sms) => Promise<void>;

const toHook =
  (hook: WebhookSettings, log: Logger): SendSms =>
  async ({ user, phone, code, address }) => {
    const metadata = {
      uuid: randomUUID(),
      time: new Date().toISOString(),
      name: 'send-sms',
      ip_address: address ?? undefined,
    };
    try {
      await callWebhook(hook, {
        metadata,
        user: userJson(user),
        sms: { otp: code, sms_type: 'mfa', phone },
      });
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      log.error({ reason: error.message }, 'the webhook send_sms failed');
      throw new AuthError('unexpected_failure', 'error invoking hook', { cause: error });
    }
  };

const toFolder =
  (folder: string, log: Logger): SendSms =>
  async ({ phone, text }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.sms`;
    const file = join(folder, name);
    await writeFileAtomically(file, `To: +${phone}\n\n${text}\n`);
    log.info({ file }, 'text message written: there is no webhook send_sms');
  };

/** Sends messages by the project's webhook, or without one writes them to the folder of mails. */
export const createSendSms = ({ hook, folder, log }: SmsOptions): SendSms =>
  hook ? toHook(hook, log) : toFolder(folder, log);
