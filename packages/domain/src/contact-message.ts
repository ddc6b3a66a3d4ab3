export const CONTACT_CATEGORIES = ['general', 'safety', 'technical', 'business'] as const;

/** A message of the contact form. */
export interface ContactMessage {
  name: string;
  email: string;
  category?: (typeof CONTACT_CATEGORIES)[number];
  subject: string;
  message: string;
}

/** The longest texts of the contact form, characters. */
export const CONTACT_MAX_LENGTHS = { name: 100, email: 254, subject: 200, message: 5000 } as const;
