import * as z from 'zod/mini';
import { COMMENT_MAX_LENGTH } from './limits.ts';

/** A comment's or reply's text, trimmed. */
export const commentSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(COMMENT_MAX_LENGTH, `Comments may have at most ${COMMENT_MAX_LENGTH} characters`),
  );
