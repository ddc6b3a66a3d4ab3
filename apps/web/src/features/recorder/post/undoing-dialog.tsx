import { Button } from '#ui/button.tsx';
import DialogPopup from '#ui/dialog-popup.tsx';

interface UndoingDialogProps {
  open: boolean;
  /** Called when the dialog is closed, whatever was pressed. */
  onClose: () => void;
  onVeil: () => void;
  onPost: () => void;
}

/** Says, before the first post with such a filter, that anyone can undo it. Closing it leads back to the form. */
export function UndoingDialog({ open, onClose, onVeil, onPost }: UndoingDialogProps) {
  const closeAnd = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <DialogPopup
      open={open}
      onOpenChange={onClose}
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
