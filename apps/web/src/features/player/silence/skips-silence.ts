import { localSwitch } from '#lib/local-switch.ts';

/** Whether the player shortens long pauses on this device. */
export const [useSkipsSilence, storeSkipsSilence] = localSwitch('undertone:skip-silence');
