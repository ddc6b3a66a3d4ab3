/** The voice filters, in the order in which people are offered them. */
export const VOICE_FILTER_IDS = [
  'original',
  'veil',
  'chipmunk',
  'deep',
  'robot',
  'echo',
  'vintage',
  'megaphone',
] as const;

export type VoiceFilterId = (typeof VOICE_FILTER_IDS)[number];

/** Whether a value from outside (a request's body, a stored row) names a filter. */
export function isVoiceFilterId(value: unknown): value is VoiceFilterId {
  return (VOICE_FILTER_IDS as readonly unknown[]).includes(value);
}
