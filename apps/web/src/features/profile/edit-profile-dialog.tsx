import { lazy, Suspense } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Loading } from '#ui/loading.tsx';

const EditProfile = lazy(() => import('./edit-profile.tsx'));

interface EditProfileDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Changes one's own username, bio and picture. Its code is fetched when it first opens. */
export function EditProfileDialog({ open, onOpenChange }: EditProfileDialogProps) {
  const { user } = useSession();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Edit profile" shape="sheet">
      {user && (
        <Suspense fallback={<Loading />}>
          <EditProfile userId={user.id} onDone={() => onOpenChange(false)} />
        </Suspense>
      )}
    </Dialog>
  );
}
