import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  /** It is not to be done, or not any more. */
  onClose: () => void;
  title: string;
  description: string;
  /** The word on the button that does it, e.g. 'Delete'. */
  confirmLabel: string;
  onConfirm: () => void;
  /** Disables both buttons while it is being done. */
  pending?: boolean;
}

/** Asks before something that cannot be undone. Focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, description, confirmLabel, onConfirm, pending = false } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={title}
      description={description}
      role="alertdialog"
      footer={
        <>
          <Button variant="secondary" disabled={pending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
