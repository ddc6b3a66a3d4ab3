import { screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { prepareRecorder } from '#features/recorder/fixtures/show-recorder.tsx';
import { fakeBackend } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';

it('the recorder’s page asks what is on the person’s mind', async () => {
  const { restore } = await prepareRecorder();
  onTestFinished(restore);
  fakeBackend(memberBackend);
  await openPage('/record');
  expect(
    await screen.findByRole('heading', { level: 1, name: "What's on your mind today?" }),
  ).toBeVisible();
  expect(screen.getByText('Share your thoughts anonymously with voice filters')).toBeVisible();
  expect(await screen.findByText('Tap the orange button to start recording')).toBeVisible();
});
