import { createContext } from 'react';

/** The lists that are ordered by people's plays and reactions. */
export type RankedList = 'hot' | 'trending';

/** The ranked list in which a card stands; undefined in lists that are ordered by time. */
export const RankedListContext = createContext<RankedList | undefined>(undefined);
