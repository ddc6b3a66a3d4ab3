import { WifiOff } from 'lucide-react';
import { useOnline } from '#ui/use-online.ts';

/**
 * Says, while the browser is offline, what works and what does not.
 *
 * @param canRecord whether the user is signed in, so that recordings are kept
 */
export function OfflineNotice({ canRecord }: { canRecord: boolean }) {
  const online = useOnline();
  return (
    <output
      aria-live="polite"
      // Sticks below the top bar. On a phone the notice moves up when that bar hides.
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
