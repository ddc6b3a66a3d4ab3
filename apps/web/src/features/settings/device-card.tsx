import { useState } from 'react';
import { areLetterKeysOn, setLetterKeys } from '#features/player/letter-keys.ts';
import { Switch } from '#ui/switch.tsx';
import { KeptDropsRow } from './kept-drops-row.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Settings of this device only, which take effect at once. */
export function DeviceCard({ userId }: { userId: string }) {
  const [letterKeys, setShown] = useState(areLetterKeysOn);
  return (
    <SettingsCard title="This device">
      <Switch
        label="Single-letter shortcuts"
        hint="In a list of drops, j and k go from one to the next and back. In the player, k plays and pauses, and j and l seek. m mutes, < and > change the speed. Space always plays and pauses. Takes effect at once."
        checked={letterKeys}
        onChange={(on) => {
          setLetterKeys(on);
          setShown(on);
        }}
      />
      {/* A browser without IndexedDB keeps nothing. */}
      {'indexedDB' in window && <KeptDropsRow userId={userId} />}
    </SettingsCard>
  );
}
