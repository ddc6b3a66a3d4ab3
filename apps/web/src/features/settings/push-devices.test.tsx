import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { AppProvider } from '#app/app-provider.tsx';
import { registerDevice, storedDevice } from '#lib/push-device.ts';
import { expectToast } from '#test/expect-toast.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakePushDevice } from '#test/fake-push-device.ts';
import { rememberSession } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { Toaster } from '#ui/toaster.tsx';
import { PushDevices } from './push-devices.tsx';

const PATH = '/rest/v1/push_subscriptions';

beforeEach(() => rememberSession('mira'));

const row = (id: string, user_agent: string) => ({
  id,
  endpoint: `https://push.example/${id}`,
  user_agent,
  renewed_at: new Date().toISOString(),
});

/** Opens the list of an account that has registered this device and a phone. */
async function open() {
  const device = fakePushDevice('granted');
  const rows = [
    row('2', 'Mozilla/5.0 (iPhone) Safari/604.1'),
    row('1', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0'),
  ];
  const answers = {
    [`GET ${PATH}`]: () => json(rows),
    [`DELETE ${PATH}`]: () => new Response(null, { status: 204 }),
    'GET /functions/v1/push': () => json({ publicKey: 'AQID' }),
    'POST /rest/v1/rpc/register_push': () => json('1'),
    'POST /rest/v1/rpc/send_test_push': () => json(null),
  };
  const { requests } = fakeBackend(answers);
  const app = createTestApp();
  await registerDevice(app, 'id-of-mira');
  render(
    <AppProvider app={app}>
      <PushDevices userId="id-of-mira" />
      <Toaster />
    </AppProvider>,
  );
  const list = within(await screen.findByRole('list', { name: 'Devices with Push' }));
  return { answers, device, list, requests };
}

it('lists the devices, this one first, ends push messages on it, and begins them again', async () => {
  const { answers, device, list, requests } = await open();
  const names = list.getAllByRole('listitem').map((item) => item.textContent);
  expect(names).toEqual([
    expect.stringMatching(/^Firefox on LinuxThis device/),
    expect.stringMatching(/^Safari on iPhone/),
  ]);
  answers[`GET ${PATH}`] = () => json([]);
  await userEvent.click(list.getByRole('button', { name: 'Remove Firefox on Linux' }));
  await expectToast('Firefox on Linux receives no push messages any more');
  expect(requests.find(({ method }) => method === 'DELETE')?.url).toContain('id=eq.1');
  expect(device.isSubscribed()).toBe(false);
  expect(await storedDevice()).toBeUndefined();
  await userEvent.click(screen.getByRole('button', { name: 'Turn on for this device' }));
  expect(await storedDevice()).toMatchObject({ account: 'id-of-mira' });
});

it('sends a test, and says why that failed', async () => {
  const { answers, list, requests } = await open();
  const test = list.getByRole('button', { name: 'Send a test to Safari on iPhone' });
  await userEvent.click(test);
  await expectToast('A test is on its way to Safari on iPhone');
  expect(await requests.at(-1)?.clone().json()).toEqual({ device: '2' });
  answers['POST /rest/v1/rpc/send_test_push'] = () =>
    json({ code: 'PT429', message: 'You are sending tests very fast. Please wait a minute.' }, 429);
  await userEvent.click(test);
  await expectToast('You are sending tests very fast. Please wait a minute.');
});
