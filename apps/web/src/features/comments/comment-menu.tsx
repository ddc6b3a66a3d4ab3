import { ANONYMOUS } from '@undertone/domain/display-name';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { useQueueEntries } from '#features/player/queue/use-queue-entries.tsx';
import { ReportDialog } from '#features/reports/report-dialog.tsx';
import { useDeskEntry } from '#features/reports/use-desk-entry.tsx';
import type { MenuState } from '#ui/menu.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import type { Comment } from './comment.ts';

interface CommentMenuProps extends MenuState {
  comment: Comment;
  isOwn: boolean;
}

/** The menu of a comment: queue its clip, report it, or for staff open its case. */
export default function CommentMenu({ comment, isOwn, ...menu }: CommentMenuProps) {
  const [isReporting, setReporting] = useState(false);
  const queueEntries = useQueueEntries(comment.id);
  const deskEntry = useDeskEntry({ kind: 'comment', id: comment.id });
  const report = { label: 'Report', icon: <Flag />, onSelect: () => setReporting(true) };
  const name = comment.content || `Voice reply by ${comment.author.username ?? ANONYMOUS}`;
  return (
    <>
      <MenuPopup
        {...menu}
        entries={[...(comment.clip ? queueEntries : []), ...(isOwn ? [] : [report, ...deskEntry])]}
      />
      {isReporting && (
        <ReportDialog
          reported={{ kind: 'comment', id: comment.id, name }}
          onClose={() => setReporting(false)}
        />
      )}
    </>
  );
}
