import { useMutation } from '@tanstack/react-query';
import { isPrivacyLevel } from '@undertone/domain/privacy-level';
import { Clock, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { useApp } from '#lib/app.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import MenuPopup from '#ui/menu-popup.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import type { MenuState } from '#ui/menu.tsx';
import { toast } from '#ui/toast.ts';
import { DeleteDropDialog } from './delete-drop-dialog.tsx';
import { EditDropDialog } from './edit-drop-dialog.tsx';
import type { Drop } from '#features/drops/drop.ts';
import {
  updatePrivacyOptions,
  updateSensitiveOptions,
  updateVoiceRepliesOptions,
} from '#features/drops/mutations.ts';
import { PRIVACY_LEVELS } from '#features/drops/privacy-levels.tsx';
import { useQueueEntries } from '#features/player/queue/use-queue-entries.tsx';
import { useWhyHere } from './use-why-here.tsx';

const EarlierWordsDialog = lazyPopup(() => import('./earlier-words-dialog.tsx'), {
  preload: 'intent',
});

/** The owner's menu of a drop: queue it, why it is in a ranked list, its privacy, whether it may be answered by voice, edit its description, its earlier words, delete it. */
export default function OwnDropMenu({ drop, ...menu }: MenuState & { drop: Drop }) {
  const [dialog, setDialog] = useState<'edit' | 'earlier words' | 'delete'>();
  const queueEntries = useQueueEntries(drop.id);
  const whyHere = useWhyHere(drop);
  const app = useApp();
  const { refusal } = useSession();
  const disabled = refusal !== undefined;
  const { mutateAsync: updatePrivacy } = useMutation(updatePrivacyOptions(app, drop));

  const choosePrivacy = async (level: string) => {
    if (!isPrivacyLevel(level) || level === drop.privacyLevel) return;
    try {
      if (!(await updatePrivacy(level))) return;
      toast.success('Privacy updated', { description: `Voice drop is now ${level}` });
    } catch (cause) {
      logFailure('The privacy of a drop could not be changed.', cause);
      toast.error(limitReason(cause) ?? 'Failed to update privacy setting');
    }
  };

  const { mutateAsync: updateVoiceReplies } = useMutation(updateVoiceRepliesOptions(app, drop));
  const allowVoiceReplies = async (allowed: boolean) => {
    try {
      await updateVoiceReplies(allowed);
    } catch (cause) {
      logFailure('Voice replies could not be switched.', cause);
      toast.error(limitReason(cause) ?? 'Failed to update voice replies');
    }
  };

  const { mutateAsync: updateSensitive } = useMutation(updateSensitiveOptions(app, drop));
  const labelSensitive = async (isSensitive: boolean) => {
    try {
      await updateSensitive(isSensitive);
    } catch (cause) {
      logFailure('The label of a sensitive drop could not be switched.', cause);
      toast.error(limitReason(cause) ?? 'Failed to update the label');
    }
  };

  const close = () => setDialog(undefined);
  return (
    <>
      <MenuPopup
        {...menu}
        header={refusal?.words}
        entries={[
          ...queueEntries,
          ...whyHere.entries,
          {
            kind: 'choice',
            label: 'Privacy',
            value: drop.privacyLevel,
            options: PRIVACY_LEVELS,
            disabled,
            onChange: (level) => void choosePrivacy(level),
          },
          {
            kind: 'toggle',
            label: 'Voice replies',
            checked: drop.allowsVoiceReplies,
            disabled,
            onChange: (allowed) => void allowVoiceReplies(allowed),
          },
          {
            kind: 'toggle',
            label: 'Sensitive',
            checked: drop.isSensitive,
            disabled,
            onChange: (isSensitive) => void labelSensitive(isSensitive),
          },
          {
            label: 'Edit',
            divided: true,
            icon: <Pencil />,
            disabled,
            onSelect: () => setDialog('edit'),
          },
          {
            label: 'Earlier words',
            icon: <Clock />,
            onSelect: () => setDialog('earlier words'),
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
      <EarlierWordsDialog drop={drop} open={dialog === 'earlier words'} onOpenChange={close} />
      {dialog === 'delete' && <DeleteDropDialog drop={drop} opener={menu.anchor} onClose={close} />}
    </>
  );
}
