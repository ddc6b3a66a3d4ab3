/** How long a request to remove a lost second factor waits. As in the function `allowed_measures`. */
export const FACTOR_REMOVAL_HOURS = 72;
