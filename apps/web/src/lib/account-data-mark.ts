import { readLocalItem } from './local-item.ts';

/**
 * The key in local storage that marks a device that may have data of accounts, which has to be encrypted or
 * removed while they are signed out. Without it, visitors need not load the code that does so.
 */
export const ACCOUNT_DATA_MARK = 'undertone:account-data';

export const mayHaveAccountData = (): boolean => readLocalItem(ACCOUNT_DATA_MARK) !== null;
