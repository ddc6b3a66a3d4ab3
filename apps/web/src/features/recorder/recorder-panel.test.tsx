import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json } from '#test/fake-backend.ts';
import { networkFailures } from '#test/network-failures.ts';
import { expectToast } from '#test/expect-toast.ts';
import { SESSION_KEY } from '#test/session.ts';
import {
  button,
  INSERT,
  prepareRecorder,
  REMOVE,
  showRecorder,
  takeDown,
  UPLOAD,
  userId,
} from './fixtures/show-recorder.tsx';
import { WorkerInPage } from './fixtures/worker-in-page.ts';
import { listTakes } from '#features/recorder/take/take-store.ts';

let microphone: Awaited<ReturnType<typeof prepareRecorder>>['microphone'];

beforeEach(async () => {
  const prepared = await prepareRecorder();
  ({ microphone } = prepared);
  return prepared.restore;
});

const choose = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));

/** A browser that cannot play what it is given. */
const refuseToPlay = () =>
  vi
    .spyOn(HTMLMediaElement.prototype, 'play')
    .mockRejectedValue(new DOMException('', 'NotSupportedError'));

/** The server's function is out of reach, and so is the worker's code. */
const noOneCanMask = () => {
  WorkerInPage.isBroken = true;
};

describe('recording', () => {
  it('says what it is doing, and what comes next', async () => {
    showRecorder({});
    await userEvent.click(await screen.findByRole('button', { name: 'Start recording' }));
    expect(await screen.findByText('Recording... 0s / 60s')).toBeVisible();
    microphone.say('good night');
    await userEvent.click(button('Stop recording'));
    expect(await screen.findByText('Ready to choose voice filter')).toBeVisible();
  });

  it('without a microphone says so', async () => {
    microphone.getUserMedia.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    showRecorder({});
    await userEvent.click(await screen.findByRole('button', { name: 'Start recording' }));
    await expectToast('Microphone Error');
    await expectToast('Unable to access microphone. Please check permissions and try again.');
    expect(screen.getByText('Tap the orange button to start recording')).toBeVisible();
  });

  it('says that it has stopped by itself after sixty seconds', async () => {
    showRecorder({});
    const start = await screen.findByRole('button', { name: 'Start recording' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(start);
    await vi.waitUntil(() => screen.queryByText('Recording... 0s / 60s'), { interval: 0 });
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await expectToast('Recording Complete');
    await expectToast('Maximum recording time of 60 seconds reached.');
    expect(await screen.findByText('Ready to choose voice filter')).toBeVisible();
  });

  it('that cannot be played says so', async () => {
    showRecorder({});
    await takeDown(microphone, 'good night');
    refuseToPlay();
    await userEvent.click(button('Play recording'));
    await expectToast('Playback Error');
    await expectToast('Unable to play the recording.');
    expect(button('Play recording')).toBeEnabled();
  });
});

describe('a filter', () => {
  it('is one of seven, or of the two that Show Less leaves', async () => {
    showRecorder({});
    await takeDown(microphone, 'good night');
    const filters = within(screen.getByRole('group', { name: 'Voice filter' }));
    const names = () => filters.getAllByRole('radio').map((radio) => radio.getAttribute('value'));
    expect(names()).toEqual([
      'original',
      'chipmunk',
      'deep',
      'robot',
      'echo',
      'vintage',
      'megaphone',
    ]);
    await userEvent.click(button('Show Less'));
    expect(names()).toEqual(['original', 'deep']);
    await userEvent.click(button('Show All'));
    expect(names()).toHaveLength(7);
  });

  it('that is chosen is said to be applied, and so is the choice of none', async () => {
    showRecorder({});
    await takeDown(microphone, 'good night');
    await choose(/Robot Voice/);
    await expectToast('Voice Filter Applied');
    await choose(/Original/);
    await expectToast('Original Voice Selected');
    expect(screen.getByRole('radio', { name: /Original/ })).toBeChecked();
  });

  it('that no one can apply yet is selected all the same', async () => {
    showRecorder({});
    await takeDown(microphone, 'good night');
    noOneCanMask();
    await choose(/Deep Voice/);
    await expectToast('Filter Selected');
    await expectToast('Some effects may not preview, or will be applied when posting.');
    expect(screen.getByRole('radio', { name: /Deep Voice/ })).toBeChecked();
  });

  it('is heard before it is chosen, and says which it is', async () => {
    showRecorder({});
    await takeDown(microphone, 'good night');
    await userEvent.click(button('Preview Echo Effect'));
    await expectToast('Previewing Echo Chamber filter');
    expect(screen.getByRole('radio', { name: /Original/ })).toBeChecked();
  });

  it('that cannot be heard says so', async () => {
    showRecorder({});
    await takeDown(microphone, 'good night');
    noOneCanMask();
    await userEvent.click(button('Preview Loud Hailer'));
    await expectToast('Preview Error');
    await expectToast('Unable to preview this filter.');
    expect(button('Preview Loud Hailer')).toBeEnabled();
  });

  it('wants something recorded before it is heard', async () => {
    showRecorder({});
    await takeDown(microphone, 'good night');
    await userEvent.click(button('Record again'));
    await screen.findByRole('button', { name: 'Stop recording' });
    await userEvent.click(button('Preview Deep Voice'));
    await expectToast('Record first');
    await expectToast('Please record something to preview filters');
    expect(button('Stop recording')).toBeEnabled();
  });
});

describe('a post', () => {
  const goesWell = {
    [UPLOAD]: () => json({ Id: '1', Key: 'k' }),
    [INSERT]: () => new Response(null, { status: 201 }),
    [REMOVE]: () => json([]),
  };

  /** Records, fills in the form, lets something happen, and presses Post. */
  async function post(answers: Parameters<typeof showRecorder>[0], before = () => {}) {
    const recorder = showRecorder({ ...goesWell, ...answers });
    await takeDown(microphone, 'good night');
    await userEvent.type(screen.getByLabelText('Description'), 'nearly #said');
    await choose(/Deep Voice/);
    await expectToast('Voice Filter Applied');
    before();
    await userEvent.click(button('Post Voice Drop'));
    return recorder;
  }

  it('is announced with its filter, and leaves an empty recorder', async () => {
    const { onPosted, calls } = await post({});
    await expectToast('Voice Drop Posted!');
    await expectToast('Your confession with Deep Voice voice filter has been shared.');
    expect(onPosted).toHaveBeenCalledOnce();
    expect(calls()).toEqual([UPLOAD, INSERT]);
    expect(screen.getByText('Tap the orange button to start recording')).toBeVisible();
  });

  /** Everything is as it was before Post was pressed. */
  async function nothingIsLost() {
    await waitFor(() => expect(button('Post Voice Drop')).toBeEnabled());
    expect(screen.getByLabelText('Description')).toHaveValue('nearly #said');
    expect(screen.getByText('1/5 hashtags detected')).toBeVisible();
    expect(screen.getByRole('radio', { name: /Deep Voice/ })).toBeChecked();
    expect(button('Play recording')).toBeEnabled();
    expect(await listTakes(userId)).toHaveLength(1);
  }

  it.each(networkFailures)('says that it could not be uploaded when %s', async (_what, fails) => {
    const { onPosted } = await post({ [UPLOAD]: fails });
    await expectToast('Upload Failed');
    await expectToast('Failed to upload audio file. Please try again.');
    await nothingIsLost();
    expect(onPosted).not.toHaveBeenCalled();
  });

  it.each(networkFailures)(
    'says that it could not be saved when %s, and takes the file back',
    async (_what, fails) => {
      const { calls, onPosted } = await post({ [INSERT]: fails });
      await expectToast('Save Failed');
      await expectToast('Failed to save voice drop. Please try again.');
      await nothingIsLost();
      expect(calls()).toEqual([UPLOAD, INSERT, REMOVE]);
      expect(onPosted).not.toHaveBeenCalled();
    },
  );

  it('too many of which the server refuses says so in its words, and loses nothing', async () => {
    const message =
      'You have posted many voice drops within the last hour. Please try again later.';
    const { onPosted } = await post({ [INSERT]: () => json({ code: 'PT429', message }, 429) });
    await expectToast('Save Failed');
    await expectToast(message);
    await nothingIsLost();
    expect(onPosted).not.toHaveBeenCalled();
  });

  it('asks to log in when the session has ended meanwhile', async () => {
    const { calls } = await post({}, () => localStorage.removeItem(SESSION_KEY));
    await expectToast('Authentication Error');
    await expectToast('Please log in to post voice drops.');
    await nothingIsLost();
    expect(calls()).toEqual([]);
  });

  it('never goes out unmasked, and says that it did not', async () => {
    const { calls } = showRecorder(goesWell);
    await takeDown(microphone, 'good night');
    noOneCanMask();
    await choose(/Deep Voice/);
    await expectToast('Filter Selected');
    await userEvent.click(button('Post Voice Drop'));
    await expectToast('Post Failed');
    await expectToast('Failed to post voice drop. Please try again.');
    expect(calls()).toEqual([]);
    expect(await listTakes(userId)).toHaveLength(1);
  });

  it('that went wrong in a way that no one thought of says so', async () => {
    const { calls } = await post({}, () => {
      vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
        throw new DOMException('Access is denied', 'SecurityError');
      });
    });
    await expectToast('Error');
    await expectToast('An unexpected error occurred. Please try again.');
    await nothingIsLost();
    expect(calls()).toEqual([]);
  });
});
