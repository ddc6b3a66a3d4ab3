/*
 * The lifetimes of the signed URLs that the app requests, in seconds. On hosted Supabase a URL loads the
 * file until it expires, even after the drop has been made private; the embedded backend checks each
 * request as the signer's. The backend grants an hour at most.
 */

/** The audio of a clip that is played. */
export const AUDIO_URL_SECONDS = 10 * 60;

/** The audio of a clip that is downloaded: the time in which the browser must begin. */
export const DOWNLOAD_URL_SECONDS = 60;

/** An avatar. Everyone may see avatars; an open page shows one this long before it requests another URL. */
export const AVATAR_URL_SECONDS = 60 * 60;

/** The age at which an avatar's URL is replaced, early enough to load the whole picture. */
export const AVATAR_URL_FRESH_SECONDS = 50 * 60;
