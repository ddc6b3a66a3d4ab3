import { QueueAndUpNext } from '#features/player/up-next.tsx';
import type { PlayerParts } from '#features/player/player-parts.ts';
import { usePlayerState } from '#features/player/use-player.ts';
import DialogPopup from '#ui/dialog-popup.tsx';

/** How many tracks are offered after the last one. */
const SUGGESTIONS = 3;

interface QueueDialogProps extends Pick<PlayerParts, 'Suggestions'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What plays after the current track, for wide screens, whose player has no sheet. */
export default function QueueDialog({ open, onOpenChange, Suggestions }: QueueDialogProps) {
  const isEmpty = usePlayerState(({ queue }) => queue.length === 0);
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title="Up next"
      description={
        isEmpty && 'Nothing is queued. “Add to queue” is in the menu of each voice drop.'
      }
    >
      <QueueAndUpNext Suggestions={Suggestions} count={SUGGESTIONS} />
    </DialogPopup>
  );
}
