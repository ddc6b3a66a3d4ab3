import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
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
  recordWords,
  UPLOAD,
  userId,
} from './fixtures/show-recorder.tsx';
import { WorkerInPage } from './fixtures/worker-in-page.ts';
import { noteToldOfUndoing } from './post/told-of-undoing.ts';
import { listTakes } from '#features/recorder/take/take-store.ts';

let microphone: Awaited<ReturnType<typeof prepareRecorder>>['microphone'];

beforeEach(async () => {
  const prepared = await prepareRecorder();
  ({ microphone } = prepared);
  return prepared.restore;
});

const choose = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));

/** Makes the browser fail to play any audio. */
const refuseToPlay = () =>
  vi
    .spyOn(HTMLMediaElement.prototype, 'play')
    .mockRejectedValue(new DOMException('', 'NotSupportedError'));

/** Makes both the server's function and the worker's code unavailable. */
const noOneCanMask = () => {
  WorkerInPage.isBroken = true;
};

describe('recording', () => {
  it('shows its phase and the next step', async () => {
    showRecorder({});
    await userEvent.click(await screen.findByRole('button', { name: 'Start recording' }));
    expect(await screen.findByText('Recording... 0s / 60s')).toBeVisible();
    microphone.say('good night');
    await userEvent.click(button('Stop recording'));
    expect(await screen.findByText('Ready to choose voice filter')).toBeVisible();
  });

  it('shows an error without a microphone', async () => {
    microphone.getUserMedia.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    showRecorder({});
    await userEvent.click(await screen.findByRole('button', { name: 'Start recording' }));
    await expectToast('Microphone Error');
    await expectToast('Unable to access microphone. Please check permissions and try again.');
    expect(screen.getByText('Tap the orange button to start recording')).toBeVisible();
  });

  it('shows a toast when it stops after sixty seconds', async () => {
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
    expect(button('Choose Voice Filter')).toHaveFocus();
  });

  it('shows an error when it cannot be played', async () => {
    showRecorder({});
    await recordWords(microphone, 'good night');
    refuseToPlay();
    await userEvent.click(button('Play recording'));
    await expectToast('Playback Error');
    await expectToast('Unable to play the recording.');
    expect(button('Play recording')).toBeEnabled();
  });
});

describe('discarding', () => {
  it('is away from the record button, and can be undone by keyboard', async () => {
    showRecorder({});
    await recordWords(microphone, 'good night');
    await userEvent.type(screen.getByLabelText('Description'), 'nearly #said');
    expect(button('Record again').parentElement?.parentElement).not.toContainElement(
      button('Discard'),
    );
    await userEvent.click(button('Discard'));
    await expectToast('Recording discarded');
    expect(screen.getByText('Tap the orange button to start recording')).toBeVisible();
    await userEvent.keyboard('{F6}');
    await userEvent.tab();
    await waitFor(async () => {
      if (document.activeElement !== button('Undo')) await userEvent.tab();
      expect(button('Undo')).toHaveFocus();
    });
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByLabelText('Description')).toHaveValue('nearly #said');
    expect(button('Play recording')).toBeEnabled();
  });

  it('is final once the toast has gone', async () => {
    showRecorder({});
    await recordWords(microphone, 'good night');
    const discard = button('Discard');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    fireEvent.click(discard);
    await vi.waitUntil(() => screen.queryByText('Recording discarded'), { interval: 0 });
    await vi.advanceTimersByTimeAsync(8100);
    vi.useRealTimers();
    await waitFor(async () => expect(await listTakes(userId)).toEqual([]));
  });
});

it('the form says that the browser may delete recordings, where it does not promise to keep them', async () => {
  const persist = vi.fn<() => Promise<boolean>>().mockResolvedValue(false);
  const storage = { persisted: async () => false, persist };
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
  showRecorder({});
  await recordWords(microphone, 'good night');
  expect(await screen.findByText(/This browser may delete recordings/)).toBeVisible();
  expect(persist).toHaveBeenCalledOnce();
});

describe('a filter', () => {
  it('is one of eight, or of three after Show Less', async () => {
    showRecorder({});
    await recordWords(microphone, 'good night');
    const filters = within(screen.getByRole('group', { name: 'Voice filter' }));
    const names = () => filters.getAllByRole('radio').map((radio) => radio.getAttribute('value'));
    expect(names()).toEqual([
      'original',
      'veil',
      'chipmunk',
      'deep',
      'robot',
      'echo',
      'vintage',
      'megaphone',
    ]);
    await userEvent.click(button('Show Less'));
    expect(names()).toEqual(['original', 'veil', 'deep']);
    await userEvent.click(button('Show All'));
    expect(names()).toHaveLength(8);
  });

  it('says what it hides', async () => {
    showRecorder({});
    await recordWords(microphone, 'good night');
    for (const [name, words] of [
      ['Original', 'Your own voice'],
      ['Veil', 'Hides you best'],
      ['High Pitch', 'For fun: anyone can undo it'],
      ['Robot Voice', 'Hides some of you'],
    ] as const) {
      const option = screen.getByRole('radio', { name: new RegExp(`^${name}`) });
      expect(option).toHaveAccessibleName(expect.stringContaining(words));
    }
  });

  it('that is chosen is confirmed by a toast, and so is the original voice', async () => {
    showRecorder({});
    await recordWords(microphone, 'good night');
    await choose(/Robot Voice/);
    await expectToast('Voice Filter Applied');
    await choose(/Original/);
    await expectToast('Original Voice Selected');
    expect(screen.getByRole('radio', { name: /Original/ })).toBeChecked();
  });

  it('that cannot be applied yet is selected all the same', async () => {
    showRecorder({});
    noOneCanMask();
    await recordWords(microphone, 'good night');
    await choose(/Deep Voice/);
    await expectToast('Filter Selected');
    await expectToast('Some effects may not preview, or will be applied when posting.');
    expect(screen.getByRole('radio', { name: /Deep Voice/ })).toBeChecked();
  });

  it('can be previewed before it is chosen, with a toast that names it', async () => {
    showRecorder({});
    await recordWords(microphone, 'good night');
    await userEvent.click(button('Preview Echo Effect'));
    await expectToast('Previewing Echo Effect filter');
    expect(screen.getByRole('radio', { name: /Original/ })).toBeChecked();
  });

  it('shows an error when its preview fails', async () => {
    showRecorder({});
    noOneCanMask();
    await recordWords(microphone, 'good night');
    await userEvent.click(button('Preview Loud Hailer'));
    await expectToast('Preview Error');
    await expectToast('Unable to preview this filter.');
    expect(button('Preview Loud Hailer')).toBeEnabled();
  });

  it('shows an error when previewed before a recording', async () => {
    showRecorder({});
    await recordWords(microphone, 'good night');
    await userEvent.click(button('Record again'));
    await screen.findByRole('button', { name: 'Stop recording' });
    await userEvent.click(button('Preview Deep Voice'));
    await expectToast('Record first');
    await expectToast('Please record something to preview filters');
    expect(button('Stop recording')).toBeEnabled();
  });
});

const isKept = () => screen.getByRole('switch', { name: 'Keep this voice' });

/** The jobs by which Veil was applied, and their random bits. */
function watchVeil() {
  const postMessage = vi.spyOn(WorkerInPage.prototype, 'postMessage');
  onTestFinished(() => postMessage.mockRestore());
  return () =>
    postMessage.mock.calls.flatMap(([job]) =>
      job.kind === 'mask' && job.filterId === 'veil' ? [job.random?.join(' ')] : [],
    );
}

describe('Veil', () => {
  it('gives two takes two strangers', async () => {
    const strangers = watchVeil();
    showRecorder({});
    await recordWords(microphone, 'good night');
    await choose(/^Veil/);
    await expectToast('Voice Filter Applied');
    expect(isKept()).not.toBeChecked();
    await recordAgain('good morning');
    await waitFor(() => expect(strangers()).toHaveLength(2));
    expect(new Set(strangers()).size).toBe(2);
  });

  it('keeps the stranger on the take for the next ones, until that is switched off', async () => {
    const strangers = watchVeil();
    showRecorder({});
    await recordWords(microphone, 'good night');
    await choose(/^Veil/);
    await expectToast('Voice Filter Applied');
    await userEvent.click(isKept());
    await waitFor(() => expect(isKept()).toBeChecked());
    expect(strangers(), 'the take is not masked again').toHaveLength(1);
    await recordAgain('good morning');
    await waitFor(() => expect(strangers()).toHaveLength(2));
    expect(new Set(strangers()).size).toBe(1);

    await userEvent.click(isKept());
    await recordAgain('good evening');
    await waitFor(() => expect(strangers()).toHaveLength(3));
    expect(new Set(strangers()).size).toBe(2);
  });

  it('lets another stranger speak on request, who is heard and then posted', async () => {
    const strangers = watchVeil();
    const { calls } = showRecorder({
      [UPLOAD]: () => json({ Id: '1', Key: 'k' }),
      [INSERT]: () => new Response(null, { status: 201 }),
    });
    await recordWords(microphone, 'good night');
    await choose(/^Veil/);
    await expectToast('Voice Filter Applied');
    await userEvent.click(button('New voice'));
    await expectToast('Previewing Veil filter');
    expect(new Set(strangers()).size).toBe(2);
    await userEvent.click(button('Post Voice Drop'));
    await expectToast('Voice Drop Posted!');
    expect(strangers(), 'what was heard is what is posted').toHaveLength(2);
    expect(calls()).toEqual([UPLOAD, INSERT]);
  });

  /** Records another take in place of the one before. */
  async function recordAgain(words: string) {
    await userEvent.click(button('Record again'));
    await screen.findByRole('button', { name: 'Stop recording' });
    microphone.say(words);
    await userEvent.click(button('Stop recording'));
    await screen.findByText('Ready to choose voice filter');
  }
});

describe('the first post with a filter that anyone can undo', () => {
  const answers = {
    [UPLOAD]: () => json({ Id: '1', Key: 'k' }),
    [INSERT]: () => new Response(null, { status: 201 }),
  };
  const told = () => screen.findByRole('dialog', { name: 'Anyone can undo this filter' });

  async function press(filter: RegExp) {
    const recorder = showRecorder(answers);
    await recordWords(microphone, 'good night');
    await userEvent.type(screen.getByLabelText('Description'), 'nearly #said');
    await choose(filter);
    await userEvent.click(button('Post Voice Drop'));
    return recorder;
  }

  it('says so, and Escape leads back to the form, where nothing is lost', async () => {
    const { calls } = await press(/High Pitch/);
    const dialog = await told();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await waitFor(() => expect(button('Post Voice Drop')).toHaveFocus());
    expect(screen.getByRole('radio', { name: /High Pitch/ })).toBeChecked();
    expect(screen.getByLabelText('Description')).toHaveValue('nearly #said');
    expect(calls()).toEqual([]);
    await userEvent.click(button('Post Voice Drop'));
    await expectToast('Voice Drop Posted!');
  });

  it('offers Veil, which is then heard before it is posted', async () => {
    const { calls } = await press(/Echo Effect/);
    await told();
    await userEvent.click(button('Use Veil'));
    await expectToast('Veil is chosen');
    expect(screen.getByRole('radio', { name: /^Veil/ })).toBeChecked();
    expect(calls()).toEqual([]);
    await userEvent.click(button('Post Voice Drop'));
    await expectToast('Your confession with Veil voice filter has been shared.');
  });

  it('goes out as it is on request, and the next one without a word', async () => {
    const { calls } = await press(/Loud Hailer/);
    await told();
    await userEvent.click(button('Post as it is'));
    await expectToast('Your confession with Loud Hailer voice filter has been shared.');
    expect(calls()).toEqual([UPLOAD, INSERT]);
    await recordWords(microphone, 'good morning');
    await choose(/Deep Voice/);
    await userEvent.click(button('Post Voice Drop'));
    await expectToast('Your confession with Deep voice filter has been shared.');
  });

  it.each([/Original/, /^Veil/, /Robot Voice/])('%s goes out without a word', async (filter) => {
    await press(filter);
    await expectToast('Voice Drop Posted!');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a post', () => {
  // Of a person who was told before that the filter can be undone.
  beforeEach(() => noteToldOfUndoing(userId));

  const goesWell = {
    [UPLOAD]: () => json({ Id: '1', Key: 'k' }),
    [INSERT]: () => new Response(null, { status: 201 }),
    [REMOVE]: () => json([]),
  };

  /** What the backend answers in the test. */
  let shown: Parameters<typeof showRecorder>[0];

  /** Records, fills in the form, runs a callback, and presses Post Voice Drop. */
  async function post(answers: Parameters<typeof showRecorder>[0], before = () => {}) {
    shown = { ...goesWell, ...answers };
    const recorder = showRecorder(shown);
    await recordWords(microphone, 'good night');
    await userEvent.type(screen.getByLabelText('Description'), 'nearly #said');
    await choose(/Deep Voice/);
    await expectToast('Voice Filter Applied');
    before();
    await userEvent.click(button('Post Voice Drop'));
    return recorder;
  }

  it('is confirmed with its filter’s name, and leaves an empty recorder', async () => {
    const { onPosted, calls } = await post({});
    await expectToast('Voice Drop Posted!');
    await expectToast('Your confession with Deep voice filter has been shared.');
    expect(onPosted).toHaveBeenCalledOnce();
    expect(calls()).toEqual([UPLOAD, INSERT]);
    expect(screen.getByText('Tap the orange button to start recording')).toBeVisible();
  });

  /** Expects take and form to be unchanged after the failed post. */
  async function nothingIsLost() {
    await waitFor(() => expect(button('Post Voice Drop')).toBeEnabled());
    expect(screen.getByLabelText('Description')).toHaveValue('nearly #said');
    expect(screen.getByText('1/5 hashtags detected')).toBeVisible();
    expect(screen.getByRole('radio', { name: /Deep Voice/ })).toBeChecked();
    expect(button('Play recording')).toBeEnabled();
    expect(button('Try again')).toBeEnabled();
    expect(screen.getByText(/Your recording is kept on this device\.$/)).toBeVisible();
    expect(await listTakes(userId)).toHaveLength(1);
  }

  it.each(networkFailures)('shows an upload error when %s', async (_what, fails) => {
    const { onPosted } = await post({ [UPLOAD]: fails });
    await expectToast('Upload Failed');
    await expectToast('Failed to upload audio file. Please try again.');
    await nothingIsLost();
    expect(onPosted).not.toHaveBeenCalled();
  });

  it.each(networkFailures)(
    'shows a save error when %s, and removes the uploaded file',
    async (_what, fails) => {
      const { calls, onPosted } = await post({ [INSERT]: fails });
      await expectToast('Save Failed');
      await expectToast('Failed to save voice drop. Please try again.');
      await nothingIsLost();
      expect(calls()).toEqual([UPLOAD, INSERT, REMOVE]);
      expect(onPosted).not.toHaveBeenCalled();
    },
  );

  it('that exceeds a limit shows the server’s message, and keeps take and form', async () => {
    const message =
      'You have posted many voice drops within the last hour. Please try again later.';
    const { onPosted } = await post({ [INSERT]: () => json({ code: 'PT429', message }, 429) });
    await expectToast('Save Failed');
    await expectToast(message);
    await nothingIsLost();
    expect(onPosted).not.toHaveBeenCalled();
  });

  it('asks to log in when the session has ended', async () => {
    const { calls } = await post({}, () => localStorage.removeItem(SESSION_KEY));
    await expectToast('Authentication Error');
    await expectToast('Please log in to post voice drops.');
    await nothingIsLost();
    expect(calls()).toEqual([]);
  });

  it('whose filter cannot be applied is not sent, and shows an error', async () => {
    const { calls } = showRecorder(goesWell);
    noOneCanMask();
    await recordWords(microphone, 'good night');
    await choose(/Deep Voice/);
    await expectToast('Filter Selected');
    await userEvent.click(button('Post Voice Drop'));
    await expectToast('Post Failed');
    await expectToast('Failed to post voice drop. Please try again.');
    expect(calls()).toEqual([]);
    expect(await listTakes(userId)).toHaveLength(1);
  });

  it('that failed stays with its reason, and goes out by Try again', async () => {
    const answers: Parameters<typeof showRecorder>[0] = { [UPLOAD]: () => json({}, 500) };
    const { onPosted } = await post(answers);
    await expectToast('Upload Failed');
    await nothingIsLost();
    const why = screen.getByText(/^Not posted: the audio could not be uploaded/);
    Object.assign(shown, goesWell);
    await userEvent.click(button('Try again'));
    await expectToast('Voice Drop Posted!');
    expect(why).not.toBeInTheDocument();
    expect(onPosted).toHaveBeenCalledOnce();
  });

  it('without a network says that it will be posted, and leaves for the profile', async () => {
    const { calls, onPosted } = await post({}, () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    });
    await expectToast('Will be posted');
    expect(onPosted).toHaveBeenCalledOnce();
    expect(calls()).toEqual([]);
    expect(screen.getByText('Tap the orange button to start recording')).toBeVisible();
    expect(await listTakes(userId)).toMatchObject([{ post: { failure: null } }]);
  });

  it('that fails unexpectedly shows a general error', async () => {
    const { calls } = await post({}, () => {
      vi.spyOn(Date.prototype, 'getTime').mockImplementation(() => {
        throw new Error('unexpected');
      });
    });
    await expectToast('Error');
    await expectToast('An unexpected error occurred. Please try again.');
    await nothingIsLost();
    expect(calls()).toEqual([]);
  });
});
