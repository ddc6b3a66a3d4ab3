import { beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { AUDIO_FILE_MAX_BYTES, audioFileMessage, AudioFileError } from './audio-file-error.ts';
import { readAudioFile } from './read-audio-file.ts';

/** What the fake browser finds in the file: its stated duration, and its decoded sound. */
let found: { stated: number[]; seconds: number; level: number };

/** An audio element that states its durations one after the other, or that cannot load the file. */
class FakeAudio extends EventTarget {
  duration = Number.NaN;
  #stated = [...found.stated];

  set src(_url: string) {
    this.#next('loadedmetadata');
  }

  set currentTime(_seconds: number) {
    this.#next('durationchange');
  }

  #next(event: string): void {
    const duration = this.#stated.shift();
    if (duration !== undefined) this.duration = duration;
    queueMicrotask(() => this.dispatchEvent(new Event(duration === undefined ? 'error' : event)));
  }

  load(): void {}
  removeAttribute(): void {}
}

/** Decodes a stereo tone; a file that begins with `x` cannot be decoded. */
class FakeDecoder {
  async decodeAudioData(bytes: ArrayBuffer) {
    if (new Uint8Array(bytes)[0] === 'x'.charCodeAt(0)) throw new DOMException('', 'EncodingError');
    const { seconds: duration, level } = found;
    const samples = new Float32Array(duration * 8000).map((_, i) => level * Math.sin(i));
    const getChannelData = () => samples;
    return {
      numberOfChannels: 2,
      sampleRate: 8000,
      length: samples.length,
      duration,
      getChannelData,
    };
  }
}

beforeEach(() => {
  found = { stated: [2], seconds: 2, level: 0.5 };
  vi.stubGlobal('Audio', FakeAudio);
  vi.stubGlobal('OfflineAudioContext', FakeDecoder);
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
});

const read = (file: Blob, signal = new AbortController().signal) => readAudioFile(file, signal);

describe('an audio file', () => {
  it.each([
    ['states its duration', [2]],
    ['states its duration at its end', [Infinity, 2]],
    ['has a duration that only the decoder finds', []],
  ])('becomes a clip if it %s', async (_, stated) => {
    found.stated = stated;
    const { wav, duration } = await read(new Blob(['voice']));
    expect(duration).toBeCloseTo(2, 3);
    expect(wav.type).toBe('audio/wav');
  });

  it('of five minutes and the padding of its encoder is cut to five minutes', async () => {
    found = { stated: [300.1], seconds: 300.1, level: 0.5 };
    expect((await read(new Blob(['voice']))).duration).toBe(300);
  });

  it('is no longer read once that is cancelled', async () => {
    const controller = new AbortController();
    const reading = read(new Blob(['voice']), controller.signal);
    controller.abort(new Error('cancelled'));
    await expect(reading).rejects.toThrow('cancelled');
  });
});

describe('a file is refused', () => {
  const bigFile = () =>
    Object.defineProperty(new Blob(['a']), 'size', { value: AUDIO_FILE_MAX_BYTES + 1 });

  it.each([
    ['empty', new Blob([])],
    ['too-big', bigFile()],
    ['not-audio', new Blob(['x, and other letters'])],
  ])('as %s', async (problem, file) => {
    await expect(read(file)).rejects.toMatchObject({ name: 'AudioFileError', problem });
  });

  it('as silent if it has no sound', async () => {
    found.level = 0.0001;
    await expect(read(new Blob(['voice']))).rejects.toMatchObject({ problem: 'silent' });
  });

  it('as unreadable if the system does not give its bytes', async () => {
    const file = new Blob(['voice']);
    vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
    await expect(read(file)).rejects.toMatchObject({ problem: 'unreadable' });
  });

  it('as too long before it is decoded', async () => {
    found.stated = [Infinity, 725];
    const decode = vi.spyOn(FakeDecoder.prototype, 'decodeAudioData');
    await expect(read(new Blob(['voice']))).rejects.toMatchObject({
      problem: 'too-long',
      seconds: 725,
    });
    expect(decode).not.toHaveBeenCalled();
  });

  it('with its length, if it is too long', () => {
    expect(audioFileMessage(new AudioFileError('too-long', { seconds: 725 }))).toBe(
      'This file lasts 12:05. A voice drop lasts at most 5 minutes: shorten the file, and choose it again.',
    );
  });

  it('as too long if only the decoder finds that', async () => {
    found = { stated: [], seconds: 301, level: 0.5 };
    await expect(read(new Blob(['voice']))).rejects.toMatchObject({ problem: 'too-long' });
  });
});
