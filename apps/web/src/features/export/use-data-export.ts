import type { Json } from '@undertone/database-types/database';
import { makeZip } from 'client-zip';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { IdentityNeededError } from '#features/settings/security-mutations.ts';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { findTarget, NoTargetError, type ArchiveTarget } from './archive-target.ts';
import { beginExport } from './begin-export.ts';
import { exportFiles, type Progress } from './export-files.ts';
import { joinChunks } from './join-chunks.ts';
import { persistentWork } from './persistent-work.ts';

/** The state of a copy: not begun, waiting for the person to authenticate, being made, or made. */
export type ExportState =
  | { step: 'idle'; failure: string | null }
  | { step: 'identity'; target: ArchiveTarget }
  /** `problem`: why it does not go on at the moment; `retry` tries again at once. */
  | { step: 'running'; progress: Progress | undefined; problem: string | null; retry: () => void }
  | { step: 'done'; name: string; missing: number };

const idle = { step: 'idle', failure: null } as const;

const NO_TARGET =
  'This browser cannot save a file of this size here. Open Undertone in a window that is not private, or in another browser.';
const FAILED = 'Your data could not be downloaded. Please try again.';
const NO_ANSWER = 'Undertone does not answer. It goes on as soon as it does; nothing is lost.';

/** A copy of the person's data, and the functions that make and cancel it. Unmounting cancels it. */
export function useDataExport(userId: string) {
  const client = useClient();
  const { username = 'account' } = useSession();
  const [state, setState] = useState<ExportState>(idle);
  const running = useRef<AbortController>(undefined);
  const isRunning = state.step === 'running';

  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (!isRunning) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isRunning]);

  const fail = (cause: unknown) => {
    logFailure('The data could not be downloaded.', cause);
    const known = cause instanceof NoTargetError ? NO_TARGET : backendMessage(cause);
    setState({ step: 'idle', failure: known ?? FAILED });
  };

  const start = async () => {
    setState(idle);
    const day = new Date().toISOString().slice(0, 10);
    try {
      const target = await findTarget(`undertone-${username}-${day}.zip`);
      if (target) await begin(target);
    } catch (cause) {
      fail(cause);
    }
  };

  const begin = async (target: ArchiveTarget) => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setState({ step: 'running', progress: undefined, problem: null, retry: () => undefined });
    try {
      const records = await beginExport(client);
      signal.throwIfAborted();
      const missing = await write(target, records, signal);
      setState({ step: 'done', name: target.name, missing });
    } catch (cause) {
      if (cause instanceof IdentityNeededError) {
        setState({ step: 'identity', target });
        return;
      }
      await discard(target);
      if (signal.aborted || isCancelled(cause)) setState(idle);
      else fail(cause);
    } finally {
      // Ends the requests of an archive that nobody reads any more.
      controller.abort();
    }
  };

  /** @returns how many files the server did not have */
  const write = async (target: ArchiveTarget, records: Json, signal: AbortSignal) => {
    let missing = 0;
    const update = (change: Partial<Extract<ExportState, { step: 'running' }>>) => {
      if (signal.aborted) return;
      setState((now) => (now.step === 'running' ? { ...now, ...change } : now));
    };
    const { persist, retry } = persistentWork(signal, (cause) => {
      if (cause !== undefined) logFailure('A part of the data could not be read.', cause);
      update({ problem: cause === undefined ? null : (backendMessage(cause) ?? NO_ANSWER) });
    });
    update({ retry });
    const files = exportFiles({
      reader: { client, userId, persist },
      username,
      records,
      onProgress: (progress) => {
        if (progress.step === 'fetching') ({ missing } = progress);
        update({ progress });
      },
    });
    await target.write(makeZip(files).pipeThrough(joinChunks()), signal);
    return missing;
  };

  const discard = (target: ArchiveTarget) =>
    target
      .discard()
      .catch((cause: unknown) => logFailure('An unfinished file could not be removed.', cause));

  const cancel = () => {
    running.current?.abort(new DOMException('The export was cancelled.', 'AbortError'));
    if (state.step === 'identity') void discard(state.target);
    setState(idle);
  };

  return { state, start, begin, cancel };
}

const isCancelled = (cause: unknown) =>
  cause instanceof DOMException && cause.name === 'AbortError';
