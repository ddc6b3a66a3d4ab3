import { useQuery } from '@tanstack/react-query';
import { Ban, Flag, Volume2, VolumeOff } from 'lucide-react';
import { useState } from 'react';
import { mutesOptions } from '#features/people/mute-queries.ts';
import type { Person } from '#features/people/person.ts';
import { ReportDialog, type NamedReported } from '#features/reports/report-dialog.tsx';
import { useDeskEntry } from '#features/reports/use-desk-entry.tsx';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import type { MenuEntry, MenuState } from '#ui/menu.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import { ANONYMOUS } from '#features/drops/drop.ts';
import { BlockPersonDialog } from './block-person-dialog.tsx';
import { MuteDialog } from './mute-dialog.tsx';
import { useMute } from './use-mute.ts';

interface ReportOrBlockMenuProps extends MenuState {
  reported: NamedReported;
  person: Person;
  isBlocked: boolean;
  /** Entries before these. */
  before?: readonly MenuEntry[];
}

/**
 * A menu to report a drop or a user, to mute the user or end that and, unless that is done, to block the user. Staff
 * also open the case.
 */
export default function ReportOrBlockMenu(props: ReportOrBlockMenuProps) {
  const { reported, person, isBlocked, before = [], ...menu } = props;
  const [dialog, setDialog] = useState<'report' | 'mute' | 'block'>();
  const mute = useMuteEntry(person, () => setDialog('mute'));
  const deskEntry = useDeskEntry(reported);
  const close = () => setDialog(undefined);

  const block: MenuEntry = {
    label: 'Block User',
    icon: <Ban />,
    danger: true,
    onSelect: () => setDialog('block'),
  };
  return (
    <>
      <MenuPopup
        {...menu}
        entries={[
          ...before,
          { label: 'Report', icon: <Flag />, onSelect: () => setDialog('report') },
          ...mute,
          ...(isBlocked ? [] : [block]),
          ...deskEntry,
        ]}
      />
      {dialog === 'report' && <ReportDialog reported={reported} onClose={close} />}
      {dialog === 'mute' && (
        <MuteDialog
          muted={{ kind: 'person', subject: person.userId }}
          name={person.username ?? ANONYMOUS}
          onClose={close}
        />
      )}
      {dialog === 'block' && (
        <BlockPersonDialog person={person} opener={menu.anchor} onClose={close} />
      )}
    </>
  );
}

/** The entry that mutes a person or ends that; none for visitors, and until it is known which. */
function useMuteEntry({ userId, username }: Person, onMute: () => void): readonly MenuEntry[] {
  const { user } = useSession();
  const { unmute } = useMute();
  const client = useClient();
  const viewerId = user?.id;
  const { data: mutes } = useQuery({
    ...mutesOptions(client, viewerId ?? ''),
    enabled: viewerId !== undefined,
  });
  if (!mutes) return [];
  if (!mutes.some(({ kind, subject }) => kind === 'person' && subject === userId)) {
    return [{ label: 'Mute user', icon: <VolumeOff />, onSelect: onMute }];
  }
  const muted = { kind: 'person', subject: userId } as const;
  const onSelect = () => void unmute(muted, username ?? ANONYMOUS);
  return [{ label: 'Unmute user', icon: <Volume2 />, onSelect }];
}
