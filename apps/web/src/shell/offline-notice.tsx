import { WifiOff } from 'lucide-react';
import { useOnline } from '#ui/use-online.ts';

/**
 * Says, while there is no network, what has to wait and what goes on without one.
 *
 * @param canRecord whether somebody is signed in, whose recordings are kept
 */
export function OfflineNotice({ canRecord }: { canRecord: boolean }) {
  const online = useOnline();
  return (
    <output
      aria-live="polite"
      // Under the top bar, wherever one has scrolled to; on a phone it follows that bar away.
      className="sticky top-16 z-10 block transition-[translate] duration-180 max-md:peer-data-hidden:-translate-y-16"
    >
      {!online && (
        <span className="flex items-center justify-center gap-2.5 border-b border-line bg-paper-sunken px-4 py-2.5 text-center text-sm text-ink-soft">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {canRecord
            ? 'You are offline. Listening has to wait. You can record: it is kept here until you can post it.'
            : 'You are offline. Listening and signing in have to wait.'}
        </span>
      )}
    </output>
  );
}
