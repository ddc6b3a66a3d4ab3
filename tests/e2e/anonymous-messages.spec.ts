import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { deliver, establish } from './established.ts';
import { expect, test } from './fixtures.ts';
import { updateProfile } from './seed.ts';

/** Records a clip for a second and sends it. */
async function sendVoice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await expect(page.getByText(/^0:0[1-9]/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page.getByRole('button', { name: 'Send voice message' }).click();
}

/** Collects everything that a page receives. */
function watchReceived(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    const body = response.text().catch(() => '');
    bodies.push(
      body.then((text) => `${response.url()} ${JSON.stringify(response.headers())} ${text}`),
    );
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => bodies.push(Promise.resolve(String(payload))));
  });
  return async () => (await Promise.all(bodies)).join('\n');
}

test('an anonymous voice message is sent from a link, answered, and ended; its recipient receives nothing about the sender', async ({
  join,
  backend,
}) => {
  const [{ page: sent, ...ada }, { page: received, ...ben }] = [
    await join('ada'),
    await join('ben'),
  ];
  const sql = postgres(backend.databaseUrl, { max: 1 });
  try {
    await establish(sql, ada);
    await updateProfile(ben, { allow_anonymous: true });
    const everything = watchReceived(received);

    await sent.goto(`/${ben.username}?anonymous=yes`);
    await sent.getByRole('button', { name: 'Continue' }).click();
    await expect(sent.getByText('You are anonymous here', { exact: true })).toBeVisible();
    await sendVoice(sent);
    await expect(sent.getByText(/^Sent, arrives at \d/)).toBeVisible();
    await expect(sent.getByText(/You can send another message once/)).toBeVisible();

    await received.goto('/messages');
    await received.getByRole('tab', { name: 'Requests' }).click();
    await expect(received.getByText('No requests')).toBeVisible();
    await deliver(sql);
    await received.getByRole('link', { name: /^Anonymous/ }).click();
    await received.getByRole('button', { name: 'Accept', exact: true }).click();
    await received.getByRole('button', { name: /^Play Voice message/ }).click();
    await expect(received.getByRole('button', { name: /^Pause Voice message/ })).toBeVisible();
    await received.getByRole('textbox', { name: 'Message to Anonymous' }).fill('Who are you?');
    await received.keyboard.press('Enter');

    await expect(sent.getByRole('log').getByText('Who are you?')).toBeVisible();
    await sendVoice(sent);
    await expect(sent.getByText(/^Sent, arrives at \d/)).toBeVisible();
    await deliver(sql);
    const voices = received
      .getByRole('log')
      .getByRole('button', { name: /^(Play|Pause) Voice message/ });
    await expect(voices).toHaveCount(2);

    await received.getByRole('button', { name: 'More', exact: true }).click();
    await received.getByRole('menuitem', { name: 'End conversation' }).click();
    await received.getByRole('button', { name: 'End conversation' }).click();
    for (const page of [sent, received]) {
      await expect(page.getByText(/^This conversation has ended/)).toBeVisible();
    }
    const text = await everything();
    expect(text).toContain('Who are you?');
    for (const secret of [ada.id, ada.username, ada.email]) expect(text).not.toContain(secret);
  } finally {
    await sql.end();
  }
});
