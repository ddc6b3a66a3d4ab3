/** Shown in the place of a picture in lists, for accounts without a name. */
export const FALLBACK_INITIALS = 'US';

/** Shown in the place of a picture on the profile of an account without a name. */
export const PROFILE_FALLBACK_INITIALS = '??';
