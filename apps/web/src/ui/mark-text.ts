import { createContext, type ReactNode } from 'react';

/** How names and titles show their text: a list of search results marks what matches. */
export const MarkText = createContext<(text: string) => ReactNode>((text) => text);
