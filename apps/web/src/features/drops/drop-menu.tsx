import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isPrivacyLevel, type PrivacyLevel } from '@undertone/domain/privacy-level';
import { Ellipsis, Globe, Lock, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { logFailure } from '#lib/log.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { toast } from '#ui/toast.ts';
import { DeleteDropDialog } from './delete-drop-dialog.tsx';
import type { Drop } from './drop.ts';
import { updatePrivacyOptions } from './mutations.ts';

const levels = [
  { value: 'public', label: 'Public', icon: <Globe /> },
  { value: 'private', label: 'Private', icon: <Lock /> },
] satisfies { value: PrivacyLevel; label: string; icon: React.ReactNode }[];

/** What an owner can do with a drop: choose who hears it, and delete it. */
export function DropMenu({ drop }: { drop: Drop }) {
  const [deleting, setDeleting] = useState(false);
  const queryClient = useQueryClient();
  const { mutateAsync: updatePrivacy } = useMutation(updatePrivacyOptions(queryClient, drop));

  const choosePrivacy = async (level: string) => {
    if (!isPrivacyLevel(level) || level === drop.privacyLevel) return;
    try {
      await updatePrivacy(level);
      toast.success('Privacy updated', { description: `Voice drop is now ${level}` });
    } catch (cause) {
      logFailure('The privacy of a drop could not be changed.', cause);
      toast.error('Failed to update privacy setting');
    }
  };

  return (
    <>
      <Menu
        renderTrigger={(props) => (
          <IconButton {...props} label={`Options for ${drop.title}`} tooltip="Options" size="sm">
            <Ellipsis />
          </IconButton>
        )}
        entries={[
          {
            kind: 'choice',
            label: 'Privacy',
            value: drop.privacyLevel,
            options: levels,
            onChange: (level) => void choosePrivacy(level),
          },
          { kind: 'divider' },
          { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => setDeleting(true) },
        ]}
      />
      {deleting && <DeleteDropDialog drop={drop} onClose={() => setDeleting(false)} />}
    </>
  );
}
