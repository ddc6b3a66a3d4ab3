import { useMutation } from '@tanstack/react-query';
import { isPrivacyLevel } from '@undertone/domain/privacy-level';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import MenuPopup from '#ui/menu-popup.tsx';
import type { MenuState } from '#ui/menu.tsx';
import { toast } from '#ui/toast.ts';
import { DeleteDropDialog } from './delete-drop-dialog.tsx';
import { EditDropDialog } from './edit-drop-dialog.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { updatePrivacyOptions } from '#features/drops/mutations.ts';
import { PRIVACY_LEVELS } from '#features/drops/privacy-levels.tsx';
import { useWhyHere } from './use-why-here.tsx';

/** The owner's menu of a drop: why it is in a ranked list, its privacy, edit its description, delete it. */
export default function OwnDropMenu({ drop, ...menu }: MenuState & { drop: Drop }) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const whyHere = useWhyHere(drop);
  const app = useApp();
  const { mutateAsync: updatePrivacy } = useMutation(updatePrivacyOptions(app, drop));

  const choosePrivacy = async (level: string) => {
    if (!isPrivacyLevel(level) || level === drop.privacyLevel) return;
    try {
      if (!(await updatePrivacy(level))) return;
      toast.success('Privacy updated', { description: `Voice drop is now ${level}` });
    } catch (cause) {
      logFailure('The privacy of a drop could not be changed.', cause);
      toast.error('Failed to update privacy setting');
    }
  };

  const [everyone, followers, onlyMe] = PRIVACY_LEVELS;
  const close = () => setDialog(undefined);
  return (
    <>
      <MenuPopup
        {...menu}
        entries={[
          ...whyHere.entries,
          {
            kind: 'choice',
            label: 'Privacy',
            value: drop.privacyLevel,
            // `followers` can be chosen only when posting.
            options: [everyone, onlyMe, ...(drop.privacyLevel === 'followers' ? [followers] : [])],
            onChange: (level) => void choosePrivacy(level),
          },
          {
            label: 'Edit',
            divided: true,
            icon: <Pencil />,
            onSelect: () => setDialog('edit'),
          },
          {
            label: 'Delete',
            icon: <Trash2 />,
            danger: true,
            onSelect: () => setDialog('delete'),
          },
        ]}
      />
      {whyHere.dialog}
      {dialog === 'edit' && <EditDropDialog drop={drop} onClose={close} />}
      {dialog === 'delete' && <DeleteDropDialog drop={drop} opener={menu.anchor} onClose={close} />}
    </>
  );
}
