import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  /** Called when the dialog is cancelled. */
  onClose: () => void;
  title: string;
  description: string;
  /** The label of the confirming button, e.g. 'Delete'. */
  confirmLabel: string;
  onConfirm: () => void;
  /** Disables both buttons while the action is under way. */
  pending?: boolean;
}

/** Asks for confirmation of an action that cannot be undone. Focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, description, confirmLabel, onConfirm, pending = false } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
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
