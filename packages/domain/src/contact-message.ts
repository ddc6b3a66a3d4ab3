import * as z from 'zod/mini';

export const CONTACT_CATEGORIES = ['general', 'safety', 'technical', 'business'] as const;

const required = z.string().check(z.trim(), z.minLength(1));

/** The contact form. Its category is optional. */
export const contactMessageSchema = z.object({
  name: required,
  email: z.string().check(z.trim(), z.email()),
  category: z.optional(z.enum(CONTACT_CATEGORIES)),
  subject: required,
  message: required,
});
