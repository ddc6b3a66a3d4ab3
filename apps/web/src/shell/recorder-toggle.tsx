import { clsx } from 'clsx';
import { ChevronDown, Mic } from 'lucide-react';
import { useId, useState } from 'react';
import { preloadRecorder, Recorder } from '#features/recorder/recorder.tsx';
import { ignore, sayCodeIsMissing } from '#ui/code-is-missing.ts';
import { Loading } from '#ui/loading.tsx';

interface RecorderToggleProps {
  userId: string;
  onPosted: () => void;
}

/** Opens the recorder in place. Phones have the button in their bottom bar instead. */
export function RecorderToggle({ userId, onPosted }: RecorderToggleProps) {
  const [open, setOpen] = useState(false);
  /** Whether its code is there. */
  const [isReady, setReady] = useState(false);
  const id = useId();
  const preload = () => void preloadRecorder().catch(ignore);
  const show = async () => {
    setOpen(true);
    try {
      await preloadRecorder();
      setReady(true);
    } catch (cause) {
      setOpen(false);
      sayCodeIsMissing(cause);
    }
  };
  return (
    <div className="mb-9 rounded-xl border border-line bg-paper-raised max-sm:hidden">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => (open ? setOpen(false) : void show())}
        className="group flex w-full items-center gap-4 rounded-xl p-3 text-left text-ink-soft transition-colors hover:text-ink"
      >
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-voice text-voice-ink transition-colors group-hover:bg-voice-deep">
          <Mic className="size-5" />
        </span>
        <span className="grow text-lg">Share your voice...</span>
        <ChevronDown className={clsx('mr-3 size-5 transition-[rotate]', open && 'rotate-180')} />
      </button>
      <div id={id} hidden={!open} className="border-t border-line px-5 py-8 sm:px-8">
        {open && (isReady ? <Recorder userId={userId} onPosted={onPosted} /> : <Loading />)}
      </div>
    </div>
  );
}
