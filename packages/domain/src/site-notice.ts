import * as z from 'zod/mini';

export const REGISTRATIONS = ['open', 'invitation', 'closed'] as const;

/** Who may sign up. */
export type Registration = (typeof REGISTRATIONS)[number];

const text = z.nullable(z.string());

/** What admins say on the public pages, as the procedure `site_notice` returns it. */
export const siteNoticeSchema = z.object({
  registration: z.enum(REGISTRATIONS),
  announcement: text,
  rules: text,
  contactEmail: text,
  contactText: text,
  /** Whether anybody reads what is sent to the people who run the site. */
  hasStaff: z.boolean(),
});

export type SiteNotice = z.infer<typeof siteNoticeSchema>;

/** The longest texts that admins put on public pages, characters. */
export const SITE_TEXT_MAX_LENGTHS = { announcement: 300, rules: 4000, contactText: 1000 } as const;
