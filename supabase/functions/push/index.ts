import { apiKey, setting } from '../_shared/setting.ts';
import { handle } from './handler.ts';
import { Outbox } from './outbox.ts';
import { PushSender } from './send-push.ts';

const secretKey = apiKey('secret');
const publicKey = setting('VAPID_PUBLIC_KEY');
const keys = {
  publicKey,
  privateKey: setting('VAPID_PRIVATE_KEY'),
  subject: setting('VAPID_SUBJECT'),
};
const outbox = new Outbox(setting('SUPABASE_URL'), secretKey);
const sender = new PushSender(keys);

Deno.serve((request) => handle(request, { publicKey, secretKey, outbox, sender }));
