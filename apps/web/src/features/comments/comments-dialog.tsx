import { Dialog } from '#ui/dialog.tsx';

interface CommentsDialogProps {
  /** What is commented on. */
  drop: { id: string; title: string; ownerId: string };
  /** How many comments the drop is said to have: a change tells that others have commented. */
  commentCount: number;
  /** Changes that number wherever the drop is shown. */
  onCount: (count: (before: number) => number) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What people say about a drop: a sheet on a narrow screen, a window on a wide one. */
export default function CommentsDialog({ drop, open, onOpenChange }: CommentsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Comments"
      description={drop.title}
      shape="sheet"
      className="h-[75vh] md:h-[600px] md:max-h-[calc(100dvh-2rem)]"
    />
  );
}
