import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkerMessage } from './run-job-in-worker.ts';
import type { VoiceFile, VoiceJob } from './voice-job.ts';
import { VoiceWorkers, WorkerError } from './voice-workers.ts';

const file: VoiceFile = { audio: new Blob(), duration: 1, peaks: [] };

/** A job with a name. */
const job = (clipId: string): VoiceJob => ({
  kind: 'mask',
  clipId,
  wav: new Blob(),
  filterId: 'robot',
});

/** A worker whose messages are sent by the test. */
class ManualWorker extends EventTarget {
  static readonly all: ManualWorker[] = [];
  readonly jobs: VoiceJob[] = [];
  isEnded = false;

  constructor() {
    super();
    ManualWorker.all.push(this);
  }

  postMessage(sent: VoiceJob): void {
    this.jobs.push(sent);
  }

  send(data: WorkerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  break(): void {
    this.dispatchEvent(Object.assign(new Event('error'), { error: null }));
  }

  terminate(): void {
    this.isEnded = true;
  }
}

beforeEach(() => {
  ManualWorker.all.length = 0;
  vi.stubGlobal('Worker', ManualWorker);
  return () => vi.unstubAllGlobals();
});

function makePool(limit: number) {
  return {
    pool: new VoiceWorkers(() => new Worker(''), limit),
    /** The names of the jobs that each worker has received. */
    jobs: () =>
      ManualWorker.all.map(({ jobs }) => jobs.map((each) => 'clipId' in each && each.clipId)),
    at: (index: number) => {
      const worker = ManualWorker.all[index];
      if (!worker) throw new Error(`There is no worker ${index}.`);
      return worker;
    },
  };
}

describe('the pool', () => {
  it('starts one worker early, and all with the first job', () => {
    const { pool, jobs } = makePool(2);
    pool.start();
    pool.start();
    expect(jobs()).toEqual([[]]);
    void pool.run(job('a'));
    expect(jobs()).toEqual([['a'], []]);
    for (const name of ['b', 'c']) void pool.run(job(name));
    expect(jobs()).toEqual([['a'], ['b']]);
  });

  it('assigns the next job to the first free worker', async () => {
    const { pool, jobs, at } = makePool(2);
    const [, b] = ['a', 'b', 'c'].map((name) => pool.run(job(name)));
    at(1).send({ done: file });
    expect(await b).toBe(file);
    expect(jobs()).toEqual([['a'], ['b', 'c']]);
  });

  it('rejects with the reason why a job failed, and runs the next one', async () => {
    const { pool, jobs, at } = makePool(1);
    const [a] = ['a', 'b'].map((name) => pool.run(job(name)));
    at(0).send({ failed: 'WavError: no WAV' });
    await expect(a).rejects.toThrow('WavError: no WAV');
    expect(jobs()).toEqual([['a', 'b']]);
  });
});

describe('long jobs', () => {
  const post: VoiceJob = { kind: 'post', wav: new Blob() };
  const veil: VoiceJob = { kind: 'mask', clipId: 'veil', wav: new Blob(), filterId: 'veil' };
  const kindsOf = ({ jobs }: ManualWorker) => jobs.map(({ kind }) => kind);

  it('leave one worker to short jobs, which never wait for them', () => {
    const { pool, at } = makePool(2);
    for (const each of [veil, post, job('a'), job('b')]) void pool.run(each);
    expect([at(0).jobs, at(1).jobs]).toEqual([[veil], [job('a')]]);
    at(1).send({ done: file });
    expect(at(1).jobs).toEqual([job('a'), job('b')]);
    at(1).send({ done: file });
    expect(kindsOf(at(1)), 'the encoding waits').toEqual(['mask', 'mask']);
    at(0).send({ done: file });
    expect(at(0).jobs).toEqual([veil, post]);
  });

  it('are run by the only remaining worker', () => {
    const { pool, at } = makePool(2);
    void pool.run(veil);
    at(1).break();
    void pool.run(post);
    at(0).send({ done: file });
    expect(at(0).jobs).toEqual([veil, post]);
  });

  it('are run two at a time by three workers', () => {
    const { pool, at } = makePool(3);
    for (const each of [veil, post]) void pool.run(each);
    expect([at(0).jobs, at(1).jobs, at(2).jobs]).toEqual([[veil], [post], []]);
  });
});

describe('the progress of a job', () => {
  it('is reported to the caller until the job is aborted', async () => {
    const { pool, at } = makePool(1);
    const leaving = new AbortController();
    const reported: number[] = [];
    const a = pool.run(job('a'), leaving.signal, (share) => reported.push(share));
    at(0).send({ progress: 0.25 });
    at(0).send({ progress: 0.5 });
    leaving.abort();
    at(0).send({ progress: 0.75 });
    await expect(a).rejects.toMatchObject({ name: 'AbortError' });
    expect(reported).toEqual([0.25, 0.5]);
  });

  it('does not free its worker', () => {
    const { pool, jobs, at } = makePool(1);
    for (const name of ['a', 'b']) void pool.run(job(name));
    at(0).send({ progress: 0.5 });
    expect(jobs()).toEqual([['a']]);
    at(0).send({ done: file });
    expect(jobs()).toEqual([['a', 'b']]);
  });
});

describe('an aborted job', () => {
  it('is never started when it waits', async () => {
    const { pool, jobs, at } = makePool(1);
    const leaving = new AbortController();
    void pool.run(job('a'));
    const b = pool.run(job('b'), leaving.signal);
    leaving.abort();
    await expect(b).rejects.toMatchObject({ name: 'AbortError' });
    at(0).send({ done: file });
    await expect(pool.run(job('c'), leaving.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(jobs()).toEqual([['a']]);
  });

  it('keeps its worker until it is done', async () => {
    const { pool, jobs, at } = makePool(1);
    const leaving = new AbortController();
    const a = pool.run(job('a'), leaving.signal);
    leaving.abort();
    await expect(a).rejects.toMatchObject({ name: 'AbortError' });
    void pool.run(job('b'));
    expect(jobs()).toEqual([['a']]);
    at(0).send({ done: file });
    expect(jobs()).toEqual([['a', 'b']]);
  });
});

describe('a worker that crashes', () => {
  it('leaves its job to another worker, and is not replaced', async () => {
    const { pool, jobs, at } = makePool(2);
    const [a, b] = ['a', 'b'].map((name) => pool.run(job(name)));
    at(1).break();
    expect(at(1).isEnded).toBe(true);
    at(0).send({ done: file });
    at(0).send({ done: file });
    expect(await Promise.all([a, b])).toEqual([file, file]);
    expect(jobs()).toEqual([['a', 'b'], ['b']]);
  });

  it('fails the waiting jobs when it was the last one, and the next job starts another', async () => {
    const { pool, jobs, at } = makePool(1);
    const waiting = ['a', 'b'].map((name) => pool.run(job(name)));
    at(0).break();
    for (const each of waiting) await expect(each).rejects.toBeInstanceOf(WorkerError);
    const c = pool.run(job('c'));
    at(1).send({ done: file });
    expect(await c).toBe(file);
    expect(jobs()).toEqual([['a'], ['c']]);
  });

  it('fails no job when it has none', async () => {
    const { pool, at } = makePool(1);
    pool.start();
    at(0).break();
    const a = pool.run(job('a'));
    at(1).send({ done: file });
    expect(await a).toBe(file);
  });

  it('fails jobs like a worker that cannot be created', async () => {
    const pool = new VoiceWorkers(() => {
      throw new ReferenceError('Worker is not defined');
    }, 2);
    pool.start();
    await expect(pool.run(job('a'))).rejects.toBeInstanceOf(WorkerError);
  });
});
