import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { rememberSession } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { recordActivity } from './record-activity.ts';

const RECORD = 'POST /rest/v1/rpc/record_activity';

beforeEach(() => rememberSession('mira'));
afterEach(() => vi.useRealTimers());

/** Starts recording in an app whose account gets mails or not. */
function start(isMailed: boolean) {
  const { requests } = fakeBackend({ [RECORD]: () => json(isMailed) });
  vi.useFakeTimers();
  const stop = recordActivity(createTestApp());
  const press = () => document.dispatchEvent(new Event('pointerdown'));
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
  return { requests, stop, press, pass };
}

it('presses are recorded once in half a minute, and without one nothing is', async () => {
  const { requests, stop, press, pass } = start(true);
  await pass(60);
  expect(requests).toHaveLength(0);
  press();
  await pass(20);
  press();
  await pass(10);
  expect(requests).toHaveLength(1);
  await pass(60);
  expect(requests).toHaveLength(1);
  press();
  await pass(30);
  expect(requests).toHaveLength(2);
  press();
  stop();
  await pass(60);
  expect(requests).toHaveLength(2);
});

it('presses are not recorded any more where the account gets no mails', async () => {
  const { requests, stop, press, pass } = start(false);
  for (let count = 0; count < 3; count += 1) {
    press();
    await pass(60);
  }
  expect(requests).toHaveLength(1);
  stop();
});
