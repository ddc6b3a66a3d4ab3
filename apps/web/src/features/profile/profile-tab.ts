import { searchParams } from '#lib/search-params.ts';

/** The tabs of a profile; the first is the default. */
const PROFILE_TABS = ['drops', 'liked', 'replies'] as const;

type ProfileTab = (typeof PROFILE_TABS)[number];

export interface ProfileTabProps {
  tab: ProfileTab;
  onTab: (tab: ProfileTab) => void;
}

export interface ProfileProps extends ProfileTabProps {
  /** Whether the dialog for an anonymous message is open. */
  isAnonymousOpen: boolean;
  onAnonymousOpen: (open: boolean) => void;
}

/** Validates the search parameters of a profile. `anonymous` opens the dialog for an anonymous message. */
export const readProfileParams = searchParams({ tab: PROFILE_TABS, anonymous: [undefined, 'yes'] });
