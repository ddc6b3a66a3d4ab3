import { describe, expect, it } from 'vitest';
import { soundOf } from '#features/clips/take/take-sound.ts';
import type { Clip } from '#features/clips/take/take.ts';
import {
  INITIAL_STATE,
  recorderReducer,
  type RecorderAction,
  type RecorderState,
} from './recorder-state.ts';

const clip: Clip = { wav: new Blob(), duration: 12.4, peaks: [] };
const take = { id: 'first', ...soundOf(clip) };

const toSecond: RecorderAction[] = [{ type: 'open' }, { type: 'recording', takeId: 'second' }];

const after = (actions: RecorderAction[], from: RecorderState = INITIAL_STATE): RecorderState =>
  actions.reduce(recorderReducer, from);

const toRecording: RecorderAction[] = [{ type: 'open' }, { type: 'recording', takeId: 'first' }];
const toReady: RecorderAction[] = [
  ...toRecording,
  { type: 'end', takeId: 'first' },
  { type: 'ready', take, notice: null },
];

describe('recording', () => {
  it('counts whole seconds only while it records', () => {
    expect(after([...toRecording, { type: 'tick', seconds: 7 }]).seconds).toBe(7);
    expect(after([{ type: 'tick', seconds: 7 }]).seconds).toBe(0);
  });

  it('has the duration of the finished take in seconds', () => {
    expect(after(toReady).seconds).toBe(12);
  });

  it('does not change the state for the same second', () => {
    const state = after([...toRecording, { type: 'tick', seconds: 3 }]);
    expect(recorderReducer(state, { type: 'tick', seconds: 3 })).toBe(state);
  });
});

describe('recording again', () => {
  it('returns to the take and its failure when the new one is discarded or empty', () => {
    const failure = { problem: 'upload-failed' } as const;
    const again = after([...toReady, { type: 'post' }, { type: 'unposted', failure }, ...toSecond]);
    expect(again.failure).toBeNull();
    const kept = {
      phase: 'ready',
      take,
      replaced: null,
      pendingTakeId: null,
      failure,
      seconds: 12,
    };
    expect(after([{ type: 'discard' }], again)).toMatchObject(kept);
    const empty: RecorderAction[] = [
      { type: 'end', takeId: 'second' },
      { type: 'fail', takeId: 'second', notice: 'nothing' },
    ];
    expect(after(empty, again)).toMatchObject({ ...kept, notice: 'nothing' });
  });
});

describe('undoing', () => {
  const finished = { take, failure: null };
  const draft = { ...INITIAL_STATE.draft, description: 'tide' };
  const undo: RecorderAction = { type: 'undo', finished, draft };

  it('shows the take instead of another, whose form stays', () => {
    const other = after(toReady, after([{ type: 'edit', change: { description: 'new' } }]));
    const back = { ...finished, take: { id: 'back', ...soundOf(clip) } };
    const state = recorderReducer(other, { ...undo, finished: back });
    expect(state).toMatchObject({ take: back.take, draft: { description: 'new' } });
  });

  it('keeps the take until a recording in progress has ended', () => {
    expect(after([...toRecording, undo])).toMatchObject({ phase: 'recording', replaced: finished });
    expect(after([{ type: 'open' }, undo])).toMatchObject({ phase: 'opening', take });
  });

  it('changes nothing while the recorder already keeps another replaced take', () => {
    const again = after([...toReady, ...toSecond]);
    const back = { ...finished, take: { id: 'back', ...soundOf(clip) } };
    expect(recorderReducer(again, { ...undo, finished: back })).toBe(again);
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
      { type: 'discard' },
    ]);
    expect(state).toEqual({
      phase: 'idle',
      seconds: 0,
      continued: null,
      previousId: null,
      pause: null,
      pendingTakeId: null,
      take: null,
      replaced: null,
      notice: null,
      failure: null,
      progress: null,
      draft: { filterId: 'original', choosing: false },
    });
  });

  it('ignores a clip that is decoded later', () => {
    const state = after([
      ...toReady.slice(0, 3),
      { type: 'reset' },
      { type: 'ready', take, notice: null },
    ]);
    expect(state).toBe(INITIAL_STATE);
  });
});

it('a take from an earlier visit does not replace a recording that has started', () => {
  const draft = { ...INITIAL_STATE.draft, description: 'tide' };
  const restore: RecorderAction = { type: 'restore', takeId: 'first', draft, failure: null };
  expect(after([...toRecording, restore])).toEqual(after(toRecording));
});

describe('posting', () => {
  it('starts only once, and ignores other actions meanwhile', () => {
    const posting = after([...toReady, { type: 'post' }]);
    expect(posting.phase).toBe('posting');
    expect(recorderReducer(posting, { type: 'post' })).toBe(posting);
    expect(recorderReducer(posting, { type: 'open' })).toBe(posting);
    expect(recorderReducer(posting, { type: 'progress', progress: 0.4 }).progress).toBe(0.4);
    expect(recorderReducer(posting, { type: 'edit', change: { description: 'x' } })).toBe(posting);
  });

  it('changes nothing without a take', () => {
    expect(after([{ type: 'post' }])).toBe(INITIAL_STATE);
  });
});
