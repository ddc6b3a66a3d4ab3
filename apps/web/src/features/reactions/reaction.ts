import type { ToastOptions } from '#ui/toast.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { writeBookmark, writeLike } from './mutations.ts';

/** A like or a bookmark: how it is written, and the words of its toasts. */
export interface Reaction {
  name: 'like' | 'bookmark';
  write: (client: SupabaseClient, dropId: string, on: boolean) => Promise<void>;
  added: string;
  removed: string;
  failed: string;
  /** The prompt that visitors get. */
  forMembers: string;
  /** Options of the success toasts. */
  confirmation: ToastOptions;
}

export const LIKE: Reaction = {
  name: 'like',
  write: writeLike,
  added: 'Added to favorites',
  removed: 'Removed from favorites',
  failed: 'Failed to update like status',
  forMembers: 'Please log in to like voice drops',
  confirmation: { duration: 2000 },
};

export const BOOKMARK: Reaction = {
  name: 'bookmark',
  write: writeBookmark,
  added: 'Added to bookmarks',
  removed: 'Removed from bookmarks',
  failed: 'Failed to update bookmark',
  forMembers: 'Please log in to bookmark voice drops',
  confirmation: {},
};
