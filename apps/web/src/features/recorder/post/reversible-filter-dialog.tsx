import { Button } from '#ui/button.tsx';
import DialogPopup from '#ui/dialog-popup.tsx';

interface ReversibleFilterDialogProps {
  open: boolean;
  /** Called with false when the dialog is closed, by any button. */
  onOpenChange: (open: boolean) => void;
  onVeil: () => void;
  onPost: () => void;
}

/** Shown before the first post with a filter that anyone can reverse. Closing it returns to the form. */
export default function ReversibleFilterDialog({
  open,
  onOpenChange,
  onVeil,
  onPost,
}: ReversibleFilterDialogProps) {
  const closeAnd = (act: () => void) => () => {
    onOpenChange(false);
    act();
  };
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title="Anyone can undo this filter"
      description="It is for fun: with an audio editor anyone can get close to your own voice again. Veil lets a stranger speak in your place, and you can listen to it before you post."
      footer={
        <>
          <Button variant="secondary" onClick={closeAnd(onPost)}>
            Post as it is
          </Button>
          <Button onClick={closeAnd(onVeil)}>Use Veil</Button>
        </>
      }
    />
  );
}
