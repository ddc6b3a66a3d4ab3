import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { BackgroundTasks } from '../background-tasks.ts';
import { Mailer } from './mailer.ts';

test('mails that are sent at once are sorted in the folder in the order of sending', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'undertone-mails-'));
  const log = pino({ level: 'silent' });
  const tasks = new BackgroundTasks(log);
  const mailer = new Mailer({
    smtpUrl: null,
    dkim: null,
    folder,
    from: { name: 'Test', address: 'no-reply@example.com' },
    log,
    tasks,
  });
  const subjects = Array.from({ length: 50 }, (_, index) => `Mail ${index}`);
  for (const subject of subjects) {
    // A long text takes longer to compose than the short ones after it.
    const html = subject === 'Mail 0' ? 'long '.repeat(100_000) : 'short';
    mailer.send({ to: 'somebody@example.com', subject, html });
  }
  await tasks.settle();
  const files = (await readdir(folder)).toSorted();
  const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  await rm(folder, { recursive: true });
  expect(mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim())).toEqual(subjects);
});
