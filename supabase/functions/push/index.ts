import { apiKey, setting } from '../_shared/setting.ts';
import { handle } from './handler.ts';
import { Outbox, type Delivery } from './outbox.ts';
import { MailSender } from './send-mail.ts';
import { PushSender } from './send-push.ts';

const secretKey = apiKey('secret');
const publicKey = setting('VAPID_PUBLIC_KEY');
const keys = {
  publicKey,
  privateKey: setting('VAPID_PRIVATE_KEY'),
  subject: setting('VAPID_SUBJECT'),
};
const url = setting('SUPABASE_URL');
const outbox = new Outbox(url, secretKey);
const pushes = new PushSender(keys);
const dkim = Deno.env.get('MAIL_DKIM');
const smtpUrl = Deno.env.get('SMTP_URL');
const mails = new MailSender({
  site: Deno.env.get('SITE_URL') ?? url,
  api: Deno.env.get('PUBLIC_API_URL') ?? url,
  from: Deno.env.get('MAIL_FROM') ?? `Undertone <no-reply@${new URL(url).hostname}>`,
  smtpUrl,
  folder: Deno.env.get('MAIL_FOLDER'),
  dkim: dkim === undefined ? undefined : JSON.parse(dkim),
});
const send = (delivery: Delivery) =>
  'mail' in delivery ? mails.send(delivery) : pushes.send(delivery);

const sendsMail = smtpUrl !== undefined;

Deno.serve((request) => handle(request, { publicKey, sendsMail, secretKey, outbox, send }));
