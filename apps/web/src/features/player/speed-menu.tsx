import type { MenuState } from '#ui/menu.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import { storeSkipsSilence, useSkipsSilence } from './silence/skips-silence.ts';
import { speedLabel, SPEEDS } from './speed.ts';
import { usePlayer, usePlayerState } from './use-player.ts';

const options = SPEEDS.map((speed) => ({ value: String(speed), label: speedLabel(speed) }));

/** The menu of speeds, and of skipping silence. */
export default function SpeedMenu(menu: MenuState) {
  const player = usePlayer();
  const speed = usePlayerState((state) => state.speed);
  return (
    <MenuPopup
      {...menu}
      entries={[
        {
          kind: 'choice',
          label: 'Speed',
          value: String(speed),
          options,
          onChange: (value) => player.setSpeed(Number(value)),
        },
        {
          kind: 'toggle',
          label: 'Skip silence',
          checked: useSkipsSilence(),
          onChange: storeSkipsSilence,
        },
      ]}
    />
  );
}
