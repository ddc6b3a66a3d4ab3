import type { FollowSide } from '#features/people/queries.ts';
import DialogPopup from '#ui/dialog-popup.tsx';
import { FollowList } from './follow-list.tsx';

interface FollowListDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  side: FollowSide;
}

const titles: Record<FollowSide, string> = { followers: 'Followers', following: 'Following' };

/** The dialog that lists a person's followers or follows. */
export default function FollowListDialog(props: FollowListDialogProps) {
  const { open, onOpenChange, userId, side } = props;
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title={titles[side]}
      shape="sheet"
      className="h-[75vh] md:h-150 md:max-h-[calc(100dvh-2rem)]"
    >
      <FollowList userId={userId} side={side} onLeave={() => onOpenChange(false)} />
    </DialogPopup>
  );
}
