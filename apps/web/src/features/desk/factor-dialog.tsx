import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FactorChoice } from '#features/session/forms/factor-choice.tsx';
import { verifiedFactorsOptions } from '#features/session/forms/factor-queries.ts';
import { useClient } from '#lib/app.ts';
import { errorMessage } from '#lib/backend-error.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ListProblem } from '#ui/query-list.tsx';

interface FactorDialogProps {
  userId: string;
  onVerified: () => void;
  onClose: () => void;
}

/** Asks for the second factor again, over a screen whose texts stay. */
export function FactorDialog({ userId, onVerified, onClose }: FactorDialogProps) {
  const factors = useQuery({ ...verifiedFactorsOptions(useClient(), userId), staleTime: 0 });
  const hasNone = factors.data?.length === 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Your second factor, please"
      description="The desk takes it, and this session has lost it. What you have written is still there."
    >
      {factors.error && (
        <ListProblem query={factors} failure={errorMessage(factors.error)} compact />
      )}
      {hasNone ? (
        <>
          <p className="mb-5">
            Your account has no second factor any more. Add one, then go on here.
          </p>
          <Link to="/settings" target="_blank" className={buttonClass()}>
            Open settings in a new tab
          </Link>
        </>
      ) : (
        <FactorChoice factors={factors.data} submitLabel="Go on" onVerified={onVerified} />
      )}
    </Dialog>
  );
}
