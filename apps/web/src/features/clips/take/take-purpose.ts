/** What a take is for. */
export type TakePurpose =
  | { kind: 'drop' }
  /** `parentId`: the comment that it answers. */
  | { kind: 'reply'; dropId: string; parentId?: string | undefined }
  | { kind: 'message'; conversationId: string; anonymous?: boolean | undefined };

export const FOR_DROP: TakePurpose = { kind: 'drop' };

/** Names the place where a take is recorded and offered again. */
export function placeOf(purpose: TakePurpose): string {
  if (purpose.kind === 'drop') return 'drop';
  if (purpose.kind === 'message') return `message/${purpose.conversationId}`;
  return `reply/${purpose.dropId}/${purpose.parentId ?? ''}`;
}

/** Whether a take belongs to the place of a purpose. Takes of earlier versions, which have none, are for drops. */
export const isFor = (
  purpose: TakePurpose,
  { purpose: own = FOR_DROP }: { purpose?: TakePurpose },
): boolean => placeOf(own) === placeOf(purpose);
