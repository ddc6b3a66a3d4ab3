import { describe, expect, it } from 'vitest';
import type { Clip } from '#features/recorder/take/take.ts';
import {
  INITIAL_STATE,
  recorderReducer,
  type RecorderAction,
  type RecorderState,
} from './recorder-state.ts';

const clip: Clip = { wav: new Blob(), duration: 12.4, peaks: [] };
const take = { id: 'first', clip };

const after = (actions: RecorderAction[], from: RecorderState = INITIAL_STATE): RecorderState =>
  actions.reduce(recorderReducer, from);

const toRecording: RecorderAction[] = [{ type: 'open' }, { type: 'recording', takeId: 'first' }];
const toReady: RecorderAction[] = [
  ...toRecording,
  { type: 'end', takeId: 'first' },
  { type: 'ready', take, notice: null },
];

describe('recording', () => {
  it('goes from idle over opening, recording and finishing to ready', () => {
    const phases = toReady.map((_, step) => after(toReady.slice(0, step + 1)).phase);
    expect(phases).toEqual(['opening', 'recording', 'finishing', 'ready']);
  });

  it('counts whole seconds, and only while it records', () => {
    expect(after([...toRecording, { type: 'tick', seconds: 7 }]).seconds).toBe(7);
    expect(after([{ type: 'tick', seconds: 7 }]).seconds).toBe(0);
  });

  it('has the duration of the finished take in seconds', () => {
    expect(after(toReady).seconds).toBe(12);
  });

  it('does not render again for the same second', () => {
    const state = after([...toRecording, { type: 'tick', seconds: 3 }]);
    expect(recorderReducer(state, { type: 'tick', seconds: 3 })).toBe(state);
  });

  it('notes that the microphone was lost, and keeps the take', () => {
    const state = after([...toReady.slice(0, 3), { type: 'ready', take, notice: 'lost' }]);
    expect(state).toMatchObject({ phase: 'ready', take, notice: 'lost' });
  });

  it('returns to idle when the recording is empty', () => {
    const state = after([
      ...toReady.slice(0, 3),
      { type: 'fail', takeId: 'first', notice: 'nothing' },
    ]);
    expect(state).toEqual({ ...INITIAL_STATE, notice: 'nothing' });
  });
});

describe('recording again', () => {
  it('keeps the take until the microphone is open', () => {
    expect(after([...toReady, { type: 'open' }]).take).toBe(take);
    expect(
      after([...toReady, { type: 'open' }, { type: 'recording', takeId: 'second' }]).take,
    ).toBeNull();
  });

  it('returns to the take when the microphone is refused', () => {
    const state = after([...toReady, { type: 'open' }, { type: 'refuse', problem: 'refused' }]);
    expect(state).toMatchObject({ phase: 'ready', take, notice: 'refused' });
  });

  it('keeps the draft', () => {
    const state = after([
      ...toReady,
      { type: 'edit', change: { description: 'tide', choosing: true } },
      { type: 'open' },
      { type: 'recording', takeId: 'second' },
    ]);
    expect(state.draft).toMatchObject({ description: 'tide', choosing: true });
  });
});

describe('discarding', () => {
  it('resets everything: audio, filter, timer, description, privacy', () => {
    const state = after([
      ...toReady,
      {
        type: 'edit',
        change: { filterId: 'robot', description: '#sea', privacy: 'private', choosing: true },
      },
      { type: 'reset' },
    ]);
    expect(state).toEqual({
      phase: 'idle',
      seconds: 0,
      awaited: null,
      take: null,
      notice: null,
      draft: { filterId: 'original', description: '', privacy: 'public', choosing: false },
    });
  });

  it('during decoding ignores the clip that arrives later', () => {
    const state = after([
      ...toReady.slice(0, 3),
      { type: 'reset' },
      { type: 'ready', take, notice: null },
    ]);
    expect(state).toBe(INITIAL_STATE);
  });
});

describe('a take from an earlier visit', () => {
  const draft = {
    filterId: 'deep',
    description: 'tide',
    privacy: 'private',
    choosing: true,
  } as const;
  const restore: RecorderAction = { type: 'restore', takeId: 'first', draft };

  it('is restored with its draft', () => {
    const state = after([restore, { type: 'ready', take, notice: 'restored' }]);
    expect(state).toMatchObject({ phase: 'ready', take, draft, notice: 'restored' });
  });

  it('does not replace a recording that has started', () => {
    expect(after([...toRecording, restore])).toEqual(after(toRecording));
  });
});

describe('posting', () => {
  it('starts once, and ignores other actions meanwhile', () => {
    const posting = after([...toReady, { type: 'post' }]);
    expect(posting.phase).toBe('posting');
    expect(recorderReducer(posting, { type: 'post' })).toBe(posting);
    expect(recorderReducer(posting, { type: 'open' })).toBe(posting);
    expect(recorderReducer(posting, { type: 'edit', change: { description: 'x' } })).toBe(posting);
  });

  it('that failed leaves take and draft unchanged', () => {
    const ready = after([...toReady, { type: 'edit', change: { description: 'tide' } }]);
    expect(after([{ type: 'post' }, { type: 'unposted' }], ready)).toEqual(ready);
  });

  it('does nothing without a take', () => {
    expect(after([{ type: 'post' }])).toBe(INITIAL_STATE);
  });
});
