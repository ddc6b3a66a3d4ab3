import { expect, it } from 'vitest';
import { deviceName, isHandheld } from './device-name.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const edge =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';
const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

it.each([
  [firefox, 'Firefox on Windows', false],
  [safari, 'Safari on iPhone', true],
  [edge, 'Edge on Mac', false],
  [chrome, 'Chrome on Android', true],
  ['node', 'Unknown device', false],
  [null, 'Unknown device', false],
])('names the device of %s as %s', (userAgent, name, handheld) => {
  expect(deviceName(userAgent)).toBe(name);
  expect(isHandheld(userAgent)).toBe(handheld);
});
