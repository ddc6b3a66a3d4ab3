/** Whether the viewer follows somebody, or has asked a private account for it. */
export type Following = 'none' | 'requested' | 'followed';

/** The viewer's follow of a person, and their request to follow, as embedded rows. */
interface FollowRows {
  followed?: readonly unknown[];
  requested?: readonly unknown[];
}

export function followingFromRow({ followed, requested }: FollowRows): Following {
  if (followed?.length) return 'followed';
  return requested?.length ? 'requested' : 'none';
}
