/** How far the player's buttons and keys seek, in seconds. */
export const SEEK_STEP = 5;
