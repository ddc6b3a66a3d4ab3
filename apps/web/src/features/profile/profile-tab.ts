import { searchParams } from '#lib/search-params.ts';

/** The tabs of a profile; the first is the default. */
const PROFILE_TABS = ['drops', 'liked', 'replies'] as const;

type ProfileTab = (typeof PROFILE_TABS)[number];

export interface ProfileTabProps {
  tab: ProfileTab;
  onTab: (tab: ProfileTab) => void;
}

/** Validates the search parameters of a profile. */
export const readProfileParams = searchParams({ tab: PROFILE_TABS });
