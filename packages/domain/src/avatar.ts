import { AVATAR_MAX_BYTES, AVATAR_MIME_TYPES } from './limits.ts';

/** Why an image is refused as an avatar. */
export type AvatarProblem = 'invalid-type' | 'too-large';

/** Why a file cannot be an avatar, by its MIME type and its size in bytes; null when it can. */
export function avatarProblem(file: { type: string; size: number }): AvatarProblem | null {
  if (!(AVATAR_MIME_TYPES as readonly string[]).includes(file.type)) return 'invalid-type';
  return file.size > AVATAR_MAX_BYTES ? 'too-large' : null;
}
