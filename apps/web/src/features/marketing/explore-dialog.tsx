import { Dialog } from '#ui/dialog.tsx';
import { lazy, Suspense } from 'react';
import { Loading } from '#ui/loading.tsx';

const loadPeople = () => import('./listed-people.tsx');
const ListedPeople = lazy(loadPeople);

interface ExploreDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Who is here, for those who are not yet. */
export function ExploreDialog({ open, onOpenChange }: ExploreDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      load={loadPeople}
      title="Explore"
      description="The people with the most voice drops."
      shape="sheet"
      className="h-[75vh] md:h-150"
    >
      <Suspense fallback={<Loading label="Loading drops..." />}>
        <ListedPeople onLeave={() => onOpenChange(false)} />
      </Suspense>
    </Dialog>
  );
}
