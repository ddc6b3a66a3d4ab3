import * as z from 'zod/mini';
import { BIO_MAX_LENGTH } from './limits.ts';
import { fits } from './characters.ts';
import { cleanOptionalText } from './text.ts';
import { usernameSchema } from './username.ts';

/** The form of a profile edit. */
export const profileEditSchema = z.object({
  username: usernameSchema,
  bio: z.string().check(
    z.overwrite(cleanOptionalText),
    z.refine(
      (bio) => fits(bio, BIO_MAX_LENGTH),
      `Bio must be at most ${BIO_MAX_LENGTH} characters long`,
    ),
  ),
});
