import { expect, it } from 'vitest';
import { isPushService } from './endpoint.ts';

const origins = new Set(['https://push.example', 'http://127.0.0.1:8080']);

it.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-by3p.notify.windows.com/w/?token=abc',
  'https://push.example/abc',
  'http://127.0.0.1:8080/abc',
])('%s is called', (endpoint) => {
  expect(isPushService(endpoint, origins)).toBe(true);
});

it.each([
  'http://fcm.googleapis.com/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://user@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://evil-fcm.googleapis.com/abc',
  'https://push.apple.com.evil.example/',
  'https://evilpush.apple.com/',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/abc',
  'http://push.example/abc',
  'http://127.0.0.1:8081/abc',
  'http://a:b@127.0.0.1:8080/abc',
  'file:///etc/passwd',
  'no url',
])('%s is not called', (endpoint) => {
  expect(isPushService(endpoint, origins)).toBe(false);
});
