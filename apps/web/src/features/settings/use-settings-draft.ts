import { useState } from 'react';
import { useAvatarDraft, type AvatarDraft } from '#features/people/use-avatar-draft.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import type { Settings } from './settings.ts';

/** Settings as the page shows them: `darkMode` is what is seen, also where nobody has chosen it. */
type ShownSettings = Settings & { darkMode: boolean };

export interface SettingsDraft {
  /** The saved settings with the edits on top. */
  settings: ShownSettings;
  /** Only what differs from what is saved. */
  changes: Partial<Settings>;
  isDirty: boolean;
  avatar: AvatarDraft;
  edit: (edits: Partial<Settings>) => void;
  /** Goes back to what is saved. */
  discard: () => Promise<void>;
  /** Forgets the edits that were saved; those that came meanwhile stay. */
  settle: (saved: Partial<Settings>) => void;
}

/** Edits of the settings, which stay on the page until they are saved. */
export function useSettingsDraft(userId: string, saved: Settings): SettingsDraft {
  const [edits, setEdits] = useState<Partial<Settings>>({});
  const avatar = useAvatarDraft(userId, '_');
  const isDeviceDark = useMediaQuery('(prefers-color-scheme: dark)');

  const shown: ShownSettings = { ...saved, darkMode: saved.darkMode ?? isDeviceDark };
  const draft = { ...edits, ...(avatar.url !== undefined && { avatarUrl: avatar.url }) };
  const changes = differing(draft, shown);

  return {
    settings: { ...shown, ...draft, darkMode: draft.darkMode ?? shown.darkMode },
    changes,
    isDirty: Object.keys(changes).length > 0,
    avatar,
    edit: (next) => setEdits((before) => ({ ...before, ...next })),
    discard: () => {
      setEdits({});
      return avatar.discard();
    },
    settle: (done) => {
      setEdits((now) => differing(now, done));
      avatar.forget(done.avatarUrl);
    },
  };
}

/** The part of some settings that has other values than others have. */
function differing(some: Partial<Settings>, others: Partial<Settings>): Partial<Settings> {
  const known = new Map(Object.entries(others));
  return Object.fromEntries(
    Object.entries(some).filter(([name, value]) => value !== known.get(name)),
  );
}
