/** Who may sign up. */
export type Registration = 'open' | 'invitation' | 'closed';

/** What admins say on the public pages, as the procedure `site_notice` returns it. */
export interface SiteNotice {
  registration: Registration;
  announcement: string | null;
  rules: string | null;
  contactEmail: string | null;
  contactText: string | null;
  /** Whether anybody reads what is sent to the people who run the site. */
  hasStaff: boolean;
}

/** The longest texts that admins put on public pages, characters. */
export const SITE_TEXT_MAX_LENGTHS = { announcement: 300, rules: 4000, contactText: 1000 } as const;
