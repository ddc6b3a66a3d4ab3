import type { MenuState } from '#ui/menu.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import { SLEEP_OPTIONS, useSleepTimer } from './sleep-choices.ts';

/** The menu of the sleep timer. */
export default function SleepMenu(menu: MenuState) {
  const { choice, choose } = useSleepTimer();
  return (
    <MenuPopup
      {...menu}
      entries={[
        {
          kind: 'choice',
          label: 'Sleep timer',
          value: String(choice),
          options: SLEEP_OPTIONS,
          onChange: choose,
        },
      ]}
    />
  );
}
