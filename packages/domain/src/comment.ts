import * as z from 'zod/mini';
import { COMMENT_MAX_LENGTH } from './limits.ts';
import { fits } from './characters.ts';
import { cleanText, hasContent } from './text.ts';

/** A comment's or reply's text, as the database stores it. */
export const commentSchema = z.string().check(
  z.overwrite(cleanText),
  z.refine(hasContent),
  z.refine(
    (content) => fits(content, COMMENT_MAX_LENGTH),
    `Comments may have at most ${COMMENT_MAX_LENGTH} characters`,
  ),
);
