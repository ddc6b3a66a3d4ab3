import { createContext } from 'react';

/** The lists that are ordered by what people did. */
export type RankedList = 'hot' | 'trending';

/** The ranked list in which a card stands; undefined in lists that are ordered by time. */
export const RankedListContext = createContext<RankedList | undefined>(undefined);
