import { readTab, type TabSearch } from '#lib/tab-search.ts';

/** The tabs of a profile; the first is the default. */
const PROFILE_TABS = ['drops', 'liked', 'replies'] as const;

export type ProfileTab = (typeof PROFILE_TABS)[number];

export interface ProfileTabProps {
  tab: ProfileTab;
  onTab: (tab: ProfileTab) => void;
}

/** Validates the search parameters of a profile's address. */
export const readProfileAddress = (search: Record<string, unknown>): TabSearch<ProfileTab> =>
  readTab(PROFILE_TABS, search);
