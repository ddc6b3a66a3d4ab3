import { clsx } from 'clsx';
import { ChevronDown, Mic } from 'lucide-react';
import { useId, useState } from 'react';
import { Recorder } from '#features/recorder/recorder.tsx';
import { toastMissingCode } from '#ui/lazy-part.tsx';

interface RecorderToggleProps {
  userId: string;
  onPosted: () => void;
}

/** A button that opens the recorder in the page. Hidden on phones, whose bottom bar links to the recorder. */
export function RecorderToggle({ userId, onPosted }: RecorderToggleProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const closeWithoutCode = () => {
    toastMissingCode();
    setOpen(false);
  };
  return (
    <div className="mb-9 low:mb-3 rounded-xl border border-line bg-paper-raised max-sm:hidden">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onPointerEnter={Recorder.preload}
        onFocus={Recorder.preload}
        onClick={() => setOpen(!open)}
        className="group flex w-full items-center gap-4 rounded-xl p-3 text-left text-ink-soft transition-colors hover:text-ink"
      >
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-voice text-voice-ink transition-colors group-hover:bg-voice-deep">
          <Mic className="size-5" />
        </span>
        <span className="grow text-lg">Share your voice...</span>
        <ChevronDown className={clsx('mr-3 size-5 transition-[rotate]', open && 'rotate-180')} />
      </button>
      <div id={id} hidden={!open} className="border-t border-line px-5 py-8 sm:px-8">
        {open && (
          <Recorder key={userId} userId={userId} onPosted={onPosted} onMissing={closeWithoutCode} />
        )}
      </div>
    </div>
  );
}
