import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import { authMessage } from '#features/session/forms/auth-messages.ts';
import { FactorCode } from '#features/session/forms/factor-code.tsx';
import { factorName } from '#features/session/forms/factor-queries.ts';
import { errorCode } from '#lib/backend-error.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import { useRemoveFactor } from './factor-enrollment.ts';

interface RemoveFactorDialogProps {
  factor: Factor;
  /** Whether removing the factor turns two-factor off. */
  isLast: boolean;
  onClose: () => void;
}

/** Removes a second factor; asks for a code of the factor first when the server requires one. */
export function RemoveFactorDialog({ factor, isLast, onClose }: RemoveFactorDialogProps) {
  const { mutateAsync: remove, isPending } = useRemoveFactor();
  const [codeRequired, setCodeRequired] = useState(false);

  const confirm = async () => {
    try {
      await remove(factor.id);
      toast.success(isLast ? 'Two-factor is off' : `${factorName(factor)} removed`);
      onClose();
    } catch (error) {
      if (errorCode(error) === 'insufficient_aal' && !codeRequired) {
        setCodeRequired(true);
        return;
      }
      toast.error('That could not be removed', { description: authMessage(error) });
      onClose();
    }
  };

  if (codeRequired) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
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
