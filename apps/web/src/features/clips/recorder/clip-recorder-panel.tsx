import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { placeOf } from '#features/clips/take/take-purpose.ts';
import { useSession } from '#features/session/session-context.ts';
import { FailureNote } from '#ui/failure-note.tsx';
import { ClipButton } from './clip-button.tsx';
import { clipAnnouncement, clipNames } from './clip-messages.ts';
import { ClipMasks } from './clip-masks.tsx';
import { ClipRow } from './clip-row.tsx';
import { canRecordAfter, pauseMessages, problemMessage } from './recorder-messages.ts';
import type { ClipRecorderProps } from './ready-clip.ts';
import { useClipRecorder } from './use-clip-recorder.ts';
import { useHold } from './use-hold.ts';

/** The content of `ClipRecorder` in clip-recorder.tsx. */
export default function ClipRecorderPanel(props: ClipRecorderProps) {
  const { user } = useSession();
  // Another account or place has a recorder of its own.
  const key = user && `${user.id} ${placeOf(props.purpose)}`;
  return user && <AccountClipRecorder {...props} key={key} userId={user.id} />;
}

function AccountClipRecorder({ userId, ...props }: ClipRecorderProps & { userId: string }) {
  const view = useClipRecorder(userId, props);
  const { recorder, after, state } = view;
  const { phase, take, notice, pause } = state;
  const root = useRef<HTMLFieldSetElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const name = clipNames[props.purpose.kind];
  const isActive = phase !== 'idle';
  const isDone = phase === 'ready' || phase === 'posting';
  const problem = notice !== null && notice !== 'restored' ? notice : null;

  const hold = useHold(!isActive && !props.disabled, {
    onHold: () => {
      // Phones that can do so confirm it.
      navigator.vibrate?.(10);
      view.record();
    },
    onRelease: () => recorder.stop(),
    onCancel: view.discard,
  });

  useEffect(() => {
    const { current } = root;
    if (phase !== 'recording' || !current) return undefined;
    const stopOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // It is not for the dialog around the recorder.
      event.preventDefault();
      event.stopPropagation();
      recorder.stop();
    };
    current.addEventListener('keydown', stopOnEscape);
    return () => current.removeEventListener('keydown', stopOnEscape);
  }, [phase, recorder]);

  const { onActive } = props;
  useEffect(() => {
    onActive?.(isActive);
    return () => onActive?.(false);
  }, [isActive, onActive]);

  /** The button of the note disappears with it. */
  const focusAnd = (act: () => void) => () => {
    button.current?.focus();
    act();
  };

  return (
    // Not a landmark: a page may have several.
    <fieldset
      ref={root}
      aria-label={`Recorder of a ${name}`}
      data-clip={phase}
      className={clsx(
        'relative min-w-0',
        isActive
          ? 'w-full basis-full rounded-[1.75rem] border border-line bg-paper-raised p-1'
          : 'shrink-0 has-[[role=alert]:not(:empty)]:basis-full',
      )}
    >
      <div className={clsx('flex items-center gap-1', !isActive && 'justify-end')}>
        {isActive && <ClipRow view={view} slide={hold.slide} onDiscard={focusAnd(view.discard)} />}
        <ClipButton
          ref={button}
          view={view}
          name={name}
          hold={hold}
          disabled={props.disabled ?? false}
        />
      </div>
      {after && take && isDone && (
        <>
          <after.PrefetchFilters
            take={take}
            draft={{ filterId: view.filterId, choosing: true }}
            isFixed={props.fixedFilter !== undefined}
          />
          <ClipMasks
            view={view}
            userId={userId}
            purpose={props.purpose}
            isFixed={props.fixedFilter !== undefined}
            hasOwnVoice={props.seedKey === undefined}
            disabled={props.disabled ?? false}
            name={name}
            onSend={focusAnd(view.send)}
          />
        </>
      )}
      <FailureNote
        message={pause && pause !== 'paused' ? pauseMessages[pause] : null}
        onRetry={focusAnd(() => recorder.resume())}
        retryLabel="Continue"
        className="not-empty:mt-1"
      />
      <FailureNote
        message={view.failure ?? (problem && problemMessage(problem))}
        onRetry={
          view.failure
            ? focusAnd(view.send)
            : problem && canRecordAfter(problem)
              ? focusAnd(view.record)
              : undefined
        }
        className="not-empty:mt-1"
      />
      <output className="sr-only">{clipAnnouncement(state)}</output>
    </fieldset>
  );
}
