import { localSwitch } from '#lib/local-switch.ts';

/** Whether lists on this device leave out what the person has heard to the end. */
export const [useLeavesOutHeard, storeLeavesOutHeard] = localSwitch('undertone:leave-out-heard');
