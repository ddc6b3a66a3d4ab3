import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { BlockedList } from './blocked-list.tsx';
import { SettingsCard } from './settings-card.tsx';

/** The way to those whom one has blocked. */
export function BlockedUsers({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <SettingsCard title="Blocked Users">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="grow basis-56 text-[0.9375rem] text-ink-soft">
          Neither of you sees what the other posts.
        </p>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          View blocked users
        </Button>
      </div>
      <Dialog open={open} onOpenChange={setOpen} title="Blocked Users">
        <BlockedList userId={userId} />
      </Dialog>
    </SettingsCard>
  );
}
