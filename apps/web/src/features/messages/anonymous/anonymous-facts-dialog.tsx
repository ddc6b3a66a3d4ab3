import DialogPopup from '#ui/dialog-popup.tsx';
import { AnonymousFacts } from './anonymous-facts.tsx';

interface AnonymousFactsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The recipient. */
  name: string;
}

/** What others find out about the viewer of an anonymous conversation. */
export default function AnonymousFactsDialog({ name, ...dialog }: AnonymousFactsDialogProps) {
  return (
    <DialogPopup {...dialog} title="What others can see" shape="sheet">
      <AnonymousFacts name={name} />
    </DialogPopup>
  );
}
