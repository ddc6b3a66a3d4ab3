import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { EncodedVoice } from '../../packages/voice/src/encode-voice.ts';
import { drops, type DropName } from './drops.ts';
import type { ClipOrder } from './make-clip.ts';
import { people, type DemoPerson } from './people.ts';

function orderOf(name: DropName): ClipOrder {
  const { by, seconds, title, filter } = drops[name];
  const { voice, postsWav }: DemoPerson = people[by];
  return { voice, seconds, about: title, filter, type: postsWav ? 'audio/wav' : 'audio/mpeg' };
}

/**
 * Makes the clips of drops of the demo in as many threads as there are processors, from the moment that
 * it is created. That is most of the demo's work; accounts sign up, follow and react meanwhile.
 */
export class DemoClips {
  readonly #waiting: DropName[];
  readonly #clips: ReadonlyMap<DropName, PromiseWithResolvers<EncodedVoice>>;
  readonly #threads = Array.from(
    { length: availableParallelism() },
    () => new Worker(new URL('./clip-thread.ts', import.meta.url)),
  );

  constructor(names: readonly DropName[]) {
    this.#waiting = [...names];
    this.#clips = new Map(names.map((name) => [name, Promise.withResolvers()]));
    for (const thread of this.#threads) {
      this.#keepBusy(thread).catch((cause: unknown) => this.#fail(cause));
    }
  }

  /** @throws what `makeClip` throws for any clip */
  clipOf(name: DropName): Promise<EncodedVoice> {
    const clip = this.#clips.get(name);
    if (!clip) throw new Error(`No clip of ${name} is being made`);
    return clip.promise;
  }

  /** Ends the threads. Unfinished clips are dropped. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  async #keepBusy(thread: Worker): Promise<void> {
    for (let name = this.#waiting.shift(); name; name = this.#waiting.shift()) {
      thread.postMessage(orderOf(name), []);
      // Rejects with what the thread throws.
      const [clip]: EncodedVoice[] = await once(thread, 'message');
      if (clip) this.#clips.get(name)?.resolve(clip);
    }
  }

  #fail(cause: unknown): void {
    for (const { promise, reject } of this.#clips.values()) {
      // The caller that awaits the clip observes the rejection; the handler only keeps Node from reporting
      // it as unhandled before that.
      promise.catch(() => undefined);
      reject(cause);
    }
  }
}
