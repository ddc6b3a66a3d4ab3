import { Button } from '#ui/button.tsx';
import { useOnline } from '#ui/use-online.ts';
import type { PlayProblem } from './player-reducer.ts';
import { usePlayer, usePlayerState } from './use-player.ts';

const messages: Record<PlayProblem, { text: string; action?: string }> = {
  unreachable: { text: 'The connection was lost.', action: 'Try Again' },
  gone: { text: 'This voice drop is no longer available.' },
  unplayable: { text: 'This voice drop could not be played.', action: 'Try Again' },
  blocked: { text: 'Your browser waits for you to press play.', action: 'Play' },
  sensitive: { text: 'Sensitive. Press again to play.', action: 'Play Anyway' },
};

const NOT_KEPT = { text: 'This voice drop is not kept on this device.', action: undefined };

/** Why playback stopped, with a button to continue where that can help. */
export function PlayerProblem() {
  const player = usePlayer();
  const problem = usePlayerState((state) => state.problem);
  const online = useOnline();
  if (!problem) return null;
  const isNotKept = problem === 'unreachable' && !online;
  const { text, action } = isNotKept ? NOT_KEPT : messages[problem];
  return (
    <div role="alert" className="flex items-center justify-between gap-3 text-sm md:justify-start">
      <p className="leading-snug">{text}</p>
      {/* In the bar of a phone the play button, which does the same, leaves more room for the reason. */}
      {action && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => player.resume()}
          className="@max-md:hidden"
        >
          {action}
        </Button>
      )}
    </div>
  );
}
