import type { ToastOptions } from '#ui/toast.ts';

/** A like or a bookmark: its table, and the messages of its toasts. */
export interface Reaction {
  name: 'like' | 'bookmark';
  table: 'voice_drop_likes' | 'bookmarks';
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
  table: 'voice_drop_likes',
  added: 'Added to favorites',
  removed: 'Removed from favorites',
  failed: 'Failed to update like status',
  forMembers: 'Please log in to like voice drops',
  confirmation: { duration: 2000 },
};

export const BOOKMARK: Reaction = {
  name: 'bookmark',
  table: 'bookmarks',
  added: 'Added to bookmarks',
  removed: 'Removed from bookmarks',
  failed: 'Failed to update bookmark',
  forMembers: 'Please log in to bookmark voice drops',
  confirmation: {},
};

/** The key of the local edit that sets a reaction to a drop. */
export function reactionEditKey(name: Reaction['name'], dropId: string): string {
  return `${name} ${dropId}`;
}
