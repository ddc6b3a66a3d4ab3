import * as z from 'zod/mini';
import { BIO_MAX_LENGTH } from './limits.ts';
import { fits } from './characters.ts';
import { cleanOptionalText } from './text.ts';
import { usernameSchema } from './username.ts';

const bioSchema = z.string().check(
  z.overwrite(cleanOptionalText),
  z.refine(
    (bio) => fits(bio, BIO_MAX_LENGTH),
    `Bio must be at most ${BIO_MAX_LENGTH} characters long`,
  ),
);

/**
 * The form of a profile edit.
 *
 * @param saved the present username, which stays valid when it is reserved later
 */
export const profileEditSchema = (saved?: string) =>
  z.object({
    username: saved === undefined ? usernameSchema : z.union([z.literal(saved), usernameSchema]),
    bio: bioSchema,
  });
