import { useState } from 'react';
import { useAvatarDraft, type AvatarDraft } from '#features/people/use-avatar-draft.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import type { Settings, ShownSettings } from './settings.ts';

export interface SettingsDraft {
  /** The saved settings with the edits on top. */
  settings: ShownSettings;
  /** The edits that differ from the saved settings. */
  changes: Partial<Settings>;
  isDirty: boolean;
  avatar: AvatarDraft;
  edit: (edits: Partial<ShownSettings>) => void;
  /** Discards all edits. */
  discard: () => Promise<void>;
  /** Removes the edits that were saved. Later edits stay. */
  settle: (saved: Partial<Settings>) => void;
}

/** Keeps edits of the settings until they are saved or discarded. */
export function useSettingsDraft(userId: string, saved: Settings): SettingsDraft {
  const [edits, setEdits] = useState<Partial<Settings>>({});
  const avatar = useAvatarDraft(userId, '_');
  const isDeviceDark = useMediaQuery('(prefers-color-scheme: dark)');

  const draft = { ...edits, ...(avatar.url !== undefined && { avatarUrl: avatar.url }) };
  const changes = differing(draft, saved);
  const next = { ...saved, ...draft };

  const edit = ({ usesDeviceTheme, ...others }: Partial<ShownSettings>) =>
    setEdits((before) => ({
      ...before,
      ...others,
      ...(usesDeviceTheme !== undefined && {
        darkMode: usesDeviceTheme ? undefined : isDeviceDark,
      }),
    }));

  return {
    settings: {
      ...next,
      darkMode: next.darkMode ?? isDeviceDark,
      usesDeviceTheme: next.darkMode === undefined,
    },
    changes,
    isDirty: Object.keys(changes).length > 0,
    avatar,
    edit,
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

/** The entries of `settings` whose values differ from those of `base`. */
function differing(settings: Partial<Settings>, base: Partial<Settings>): Partial<Settings> {
  const known = new Map(Object.entries(base));
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => !known.has(name) || value !== known.get(name),
    ),
  );
}
