import * as z from 'zod/mini';
import { bioLength } from './bio.ts';
import { BIO_MAX_LENGTH } from './limits.ts';
import { usernameSchema } from './username.ts';

/** The form of a profile edit. */
export const profileEditSchema = z.object({
  username: usernameSchema,
  bio: z.string().check(
    z.trim(),
    z.refine(
      (bio) => bioLength(bio) <= BIO_MAX_LENGTH,
      `Bio must be at most ${BIO_MAX_LENGTH} characters long`,
    ),
  ),
});
