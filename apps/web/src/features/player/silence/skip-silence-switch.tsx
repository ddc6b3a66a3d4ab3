import { Switch } from '#ui/switch.tsx';
import { storeSkipsSilence, useSkipsSilence } from './skips-silence.ts';

/** Has the player shorten long pauses on this device. */
export function SkipSilenceSwitch() {
  return <Switch label="Skip silence" checked={useSkipsSilence()} onChange={storeSkipsSilence} />;
}
