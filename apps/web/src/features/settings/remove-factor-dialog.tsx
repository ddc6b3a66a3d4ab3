import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import { authWords } from '#features/session/forms/auth-words.ts';
import { FactorCode } from '#features/session/forms/factor-code.tsx';
import { factorName } from '#features/session/forms/factor-name.ts';
import { errorCode } from '#lib/backend-error.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import { useRemoveFactor } from './factor-mutations.ts';

interface RemoveFactorDialogProps {
  factor: Factor;
  /** Without it two-factor is off. */
  isLast: boolean;
  onClose: () => void;
}

/** Takes a second factor away; asks for a code of it first where the server wants one. */
export function RemoveFactorDialog({ factor, isLast, onClose }: RemoveFactorDialogProps) {
  const { mutateAsync: remove, isPending } = useRemoveFactor();
  const [codeWanted, setCodeWanted] = useState(false);

  const confirm = async () => {
    try {
      await remove(factor.id);
      toast.success(isLast ? 'Two-factor is off' : `${factorName(factor)} removed`);
      onClose();
    } catch (error) {
      if (errorCode(error) === 'insufficient_aal' && !codeWanted) {
        setCodeWanted(true);
        return;
      }
      toast.error('That could not be removed', { description: authWords(error) });
      onClose();
    }
  };

  if (codeWanted) {
    return (
      <Dialog
        open
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        title="First, a code"
        description="To be sure that it is you, enter a code one last time."
      >
        <FactorCode factor={factor} submitLabel="Remove" onVerified={() => void confirm()} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isLast ? 'Turn two-factor off?' : `Remove ${factorName(factor)}?`}
      description={
        isLast
          ? 'Your password alone will then let anyone in who knows it.'
          : 'Signing in will no longer take its codes.'
      }
      confirmLabel={isLast ? 'Turn off' : 'Remove'}
      onConfirm={() => void confirm()}
      pending={isPending}
    />
  );
}
