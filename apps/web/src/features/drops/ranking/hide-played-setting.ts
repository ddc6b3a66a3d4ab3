import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';

const KEY = 'undertone:leave-out-heard';

/** Whether the ranked lists on this device hide drops that were played to the end; false by default. */
export const isPlayedHidden = (): boolean => readLocalItem(KEY) === 'yes';

export const storePlayedHidden = (isOn: boolean): void => writeLocalItem(KEY, isOn ? 'yes' : null);
