import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { json } from '#test/fake-backend.ts';
import { expectToast } from '#test/expect-toast.ts';
import {
  ACCEPTED,
  button,
  INSERT,
  prepareRecorder,
  showRecorder,
  recordWords,
  UPLOAD,
  userId,
} from './fixtures/show-recorder.tsx';
import { say } from '#features/clips/fixtures/fake-microphone.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { accountKey } from '#lib/account-local-storage.ts';
import { listTakes } from '#features/clips/take/take-store.ts';

beforeEach(prepareRecorder);

const choose = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));

describe('recording', () => {
  it('shows its phase and the next step', async () => {
    showRecorder({});
    await userEvent.click(await screen.findByRole('button', { name: 'Start recording' }));
    expect(await screen.findByText(/^Recording\.\.\. \d+s \/ 60s$/)).toBeVisible();
    say('good night');
    await userEvent.click(button('Stop recording'));
    expect(await screen.findByText('Ready to choose voice filter')).toBeVisible();
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
});

describe('discarding', () => {
  it('has a button away from the record button, and can be undone by keyboard', async () => {
    showRecorder({});
    await recordWords('good night');
    await userEvent.type(screen.getByLabelText('Description'), 'nearly #said');
    expect(
      button('Record again, in place of this recording').parentElement?.parentElement,
    ).not.toContainElement(button('Discard'));
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

  it('is final once the toast has disappeared', async () => {
    showRecorder({});
    await recordWords('good night');
    const discard = button('Discard');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    fireEvent.click(discard);
    await vi.waitUntil(() => screen.queryByText('Recording discarded'), { interval: 0 });
    await vi.advanceTimersByTimeAsync(8100);
    vi.useRealTimers();
    await waitFor(async () => expect(await listTakes(userId)).toEqual([]));
  });
});

it.each([
  { free: 49_000_000, isShort: true },
  { free: 51_000_000, isShort: false },
])(
  'the form warns that the browser may delete recordings if space is short ($free bytes: $isShort)',
  async ({ free, isShort }) => {
    const estimate = vi.fn<() => Promise<StorageEstimate>>().mockResolvedValue({
      quota: 1e9,
      usage: 1e9 - free,
    });
    const storage = { persisted: async () => false, persist: async () => false, estimate };
    Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
    showRecorder({});
    await recordWords('good night');
    await waitFor(() => expect(estimate).toHaveBeenCalled());
    const warning = () => screen.queryAllByText(/this browser may delete recordings/);
    await waitFor(() => expect(warning()).toHaveLength(isShort ? 1 : 0));
  },
);

describe('a filter', () => {
  it('is one of eight, or of three after Show Less', async () => {
    showRecorder({});
    await recordWords('good night');
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

  it('comes first if the last post had it, and is not chosen', async () => {
    showRecorder(ACCEPTED);
    await recordWords('good night');
    await choose(/Robot Voice/);
    await userEvent.click(button('Post Voice Drop'));
    await expectToast('Voice Drop Posted!');
    await recordWords('good morning');
    expect(screen.getAllByRole('radio', { name: /Robot Voice|Original|Veil/ })[0]).toHaveAttribute(
      'value',
      'robot',
    );
    expect(screen.getByRole('radio', { name: /^Original/ })).toBeChecked();
  });

  it('is previewed as soon as a finger chooses it', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(pointer: coarse)',
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    showRecorder({});
    await recordWords('good night');
    await choose(/Deep Voice/);
    expect(await screen.findByRole('button', { name: 'Stop Deep Voice' })).toBeVisible();
    expect(button('Pause playback')).toBeVisible();
  });

  it('shows how much it hides', async () => {
    showRecorder({});
    await recordWords('good night');
    for (const [name, words] of [
      ['Original', 'Your own voice'],
      ['Veil', 'Hides you best'],
      ['High Pitch', 'Anyone can undo it'],
      ['Robot Voice', 'Hides some of you'],
    ] as const) {
      const option = screen.getByRole('radio', { name: new RegExp(`^${name}`) });
      expect(option).toHaveAccessibleName(expect.stringContaining(words));
    }
  });

  it('is confirmed by a toast when it is chosen, as is the original voice', async () => {
    showRecorder({});
    await recordWords('good night');
    await choose(/Robot Voice/);
    await expectToast('Voice Filter Applied');
    await choose(/Original/);
    await expectToast('Original Voice Selected');
    expect(screen.getByRole('radio', { name: /Original/ })).toBeChecked();
  });

  it('can be previewed before it is chosen, with a toast', async () => {
    showRecorder({});
    await recordWords('good night');
    await userEvent.click(button('Preview Echo Effect'));
    await expectToast('Previewing Echo Effect filter');
    expect(screen.getByRole('radio', { name: /Original/ })).toBeChecked();
  });

  it('shows an error when it is previewed before a recording', async () => {
    showRecorder({});
    await recordWords('good night');
    await userEvent.click(button('Record again, in place of this recording'));
    await screen.findByRole('button', { name: 'Stop recording' });
    await userEvent.click(button('Preview Deep Voice'));
    await expectToast('Record first');
    await expectToast('Please record something to preview filters');
    expect(button('Stop recording')).toBeEnabled();
  });
});

const keepSwitch = () => screen.getByRole('switch', { name: 'Keep this voice' });

/** Returns the seeds of the jobs that applied Veil. */
function watchVeil() {
  const postMessage = vi.spyOn(WorkerInPage.prototype, 'postMessage');
  onTestFinished(() => postMessage.mockRestore());
  return () =>
    postMessage.mock.calls.flatMap(([job]) =>
      job.kind === 'mask' && job.filterId === 'veil' ? [job.random?.join(' ')] : [],
    );
}

describe('Veil', () => {
  it('keeps the seed of a take for the next ones until this is switched off', async () => {
    const seeds = watchVeil();
    showRecorder({});
    await recordWords('good night');
    await choose(/^Veil/);
    await expectToast('Voice Filter Applied');
    expect(keepSwitch()).not.toBeChecked();
    await userEvent.click(keepSwitch());
    await waitFor(() => expect(keepSwitch()).toBeChecked());
    expect(seeds(), 'the take is not masked again').toHaveLength(1);
    await recordAgain('good morning');
    await waitFor(() => expect(seeds()).toHaveLength(2));
    expect(new Set(seeds()).size).toBe(1);

    await userEvent.click(keepSwitch());
    await recordAgain('good evening');
    await waitFor(() => expect(seeds()).toHaveLength(3));
    expect(new Set(seeds()).size).toBe(2);
  });

  it('uses a new seed on request, for the preview and for the post', async () => {
    const seeds = watchVeil();
    const { calls } = showRecorder(ACCEPTED);
    await recordWords('good night');
    await choose(/^Veil/);
    await expectToast('Voice Filter Applied');
    await userEvent.click(button('New voice'));
    await expectToast('Previewing Veil filter');
    expect(new Set(seeds()).size).toBe(2);
    await userEvent.click(button('Post Voice Drop'));
    await expectToast('Voice Drop Posted!');
    expect(seeds(), 'the clip of the preview is posted').toHaveLength(2);
    expect(calls()).toEqual([UPLOAD, INSERT]);
  });

  /** Replaces the take by another recording. */
  async function recordAgain(words: string) {
    await userEvent.click(button('Record again, in place of this recording'));
    await screen.findByRole('button', { name: 'Stop recording' });
    say(words);
    await userEvent.click(button('Stop recording'));
    await screen.findByText('Ready to choose voice filter');
  }
});

describe('the first post', () => {
  beforeEach(() => localStorage.removeItem(accountKey('voice-notice', userId)));

  const REVERSIBLE = 'Anyone can undo this filter';
  const OWN_VOICE = 'Post in your own voice?';
  const notice = (name: string) => screen.findByRole('dialog', { name });

  async function press(filter: RegExp) {
    const recorder = showRecorder(ACCEPTED);
    await recordWords('good night');
    await userEvent.type(screen.getByLabelText('Description'), 'nearly #said');
    await choose(filter);
    await userEvent.click(button('Post Voice Drop'));
    return recorder;
  }

  it('shows a notice until it is answered', async () => {
    const { calls } = await press(/^Original/);
    const dialog = await notice(OWN_VOICE);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await waitFor(() => expect(button('Post Voice Drop')).toHaveFocus());
    expect(screen.getByRole('radio', { name: /^Original/ })).toBeChecked();
    expect(screen.getByLabelText('Description')).toHaveValue('nearly #said');
    expect(calls()).toEqual([]);
    await userEvent.click(button('Post Voice Drop'));
    await notice(OWN_VOICE);
  });

  it('can be changed to Veil, which is not posted at once', async () => {
    const { calls } = await press(/Echo Effect/);
    await notice(REVERSIBLE);
    await userEvent.click(button('Use Veil'));
    await expectToast('Veil is chosen');
    expect(screen.getByRole('radio', { name: /^Veil/ })).toBeChecked();
    expect(calls()).toEqual([]);
    await userEvent.click(button('Post Voice Drop'));
    await expectToast('Your confession with Veil voice filter has been shared.');
  });

  it('is sent on request, and the next one of the kind without a notice', async () => {
    const { calls } = await press(/Loud Hailer/);
    await notice(REVERSIBLE);
    await userEvent.click(button('Post as it is'));
    await waitFor(() => expect(calls()).toHaveLength(2));
    await recordWords('good morning');
    await userEvent.click(button('Post Voice Drop'));
    await notice(OWN_VOICE);
    await userEvent.click(button('Post in my own voice'));
    await waitFor(() => expect(calls()).toHaveLength(4));
    await recordWords('good evening');
    await choose(/Deep Voice/);
    await userEvent.click(button('Post Voice Drop'));
    await waitFor(() => expect(calls()).toHaveLength(6));
  });
});

describe('a post', () => {
  /** The backend's answers in the test. */
  let shown: Parameters<typeof showRecorder>[0];

  /** Records, fills in the form, runs a callback, and presses Post Voice Drop. */
  async function post(answers: Parameters<typeof showRecorder>[0], before = () => {}) {
    shown = { ...ACCEPTED, ...answers };
    const recorder = showRecorder(shown);
    await recordWords('good night');
    await userEvent.type(screen.getByLabelText('Description'), 'nearly #said');
    await choose(/Deep Voice/);
    await expectToast('Voice Filter Applied');
    before();
    await userEvent.click(button('Post Voice Drop'));
    return recorder;
  }

  it('is confirmed with its filter’s name, and clears the recorder', async () => {
    const { onPosted, calls } = await post({});
    await expectToast('Voice Drop Posted!');
    await expectToast('Your confession with Deep voice filter has been shared.');
    await waitFor(() => expect(screen.queryByText('Voice Filter Applied')).toBeNull());
    expect(onPosted).toHaveBeenCalledOnce();
    expect(calls()).toEqual([UPLOAD, INSERT]);
    expect(screen.getByText('Tap the orange button to start recording')).toBeVisible();
  });

  it.each([
    ['Followers', 'Only your followers can listen to it.'],
    ['Private', 'Only you can listen to it.'],
  ])('for %s is confirmed with who can listen', async (level, audience) => {
    const { calls } = await post({}, () => screen.getByRole('radio', { name: level }).click());
    await expectToast(`Your confession with Deep voice filter has been shared. ${audience}`);
    expect(calls()).toEqual([UPLOAD, INSERT]);
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

  it('shows the server’s message when it exceeds a limit, and keeps take and form', async () => {
    const message =
      'You have posted many voice drops within the last hour. Please try again later.';
    const { onPosted } = await post({ [INSERT]: () => json({ code: 'PT429', message }, 429) });
    await expectToast('Save Failed');
    expect(screen.getByText(`${message} Your recording is kept on this device.`)).toBeVisible();
    expect(screen.queryByText(message)).not.toBeInTheDocument();
    await nothingIsLost();
    expect(onPosted).not.toHaveBeenCalled();
  });

  it('shows why it failed until Try again sends it', async () => {
    const { onPosted } = await post({ [UPLOAD]: () => json({}, 500) });
    await expectToast('Upload Failed');
    await expectToast('Failed to upload audio file. Please try again.');
    await nothingIsLost();
    const why = screen.getByText(/^Not posted: the audio could not be uploaded/);
    Object.assign(shown, ACCEPTED);
    await userEvent.click(button('Try again'));
    await expectToast('Voice Drop Posted!');
    expect(why).not.toBeInTheDocument();
    expect(onPosted).toHaveBeenCalledOnce();
  });

  it('is queued without a network, and opens the profile', async () => {
    const { calls, onPosted } = await post({}, () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    });
    await expectToast('Will be posted');
    expect(onPosted).toHaveBeenCalledOnce();
    expect(calls()).toEqual([]);
    expect(screen.getByText('Tap the orange button to start recording')).toBeVisible();
    expect(await listTakes(userId)).toMatchObject([{ post: { failure: null } }]);
  });

  it('shows a general error when it fails unexpectedly', async () => {
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
