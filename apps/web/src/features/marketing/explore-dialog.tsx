import DialogPopup from '#ui/dialog-popup.tsx';
import { ListedPeople } from './listed-people.tsx';

interface ExploreDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The list of members, for visitors. */
export default function ExploreDialog({ open, onOpenChange }: ExploreDialogProps) {
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title="Explore"
      description="The people with the most voice drops."
      shape="sheet"
      className="h-[75vh] md:h-150"
    >
      <ListedPeople onLeave={() => onOpenChange(false)} />
    </DialogPopup>
  );
}
