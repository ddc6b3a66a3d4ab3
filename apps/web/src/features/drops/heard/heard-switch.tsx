import { Switch } from '#ui/switch.tsx';
import { storeLeavesOutHeard, useLeavesOutHeard } from './leave-out-heard.ts';

/** Has all lists on this device leave out what the person has heard. */
export function HeardSwitch() {
  const isOn = useLeavesOutHeard();
  return (
    <Switch label="Leave out what I have heard" checked={isOn} onChange={storeLeavesOutHeard} />
  );
}
