/** Who may see and play a drop: everyone, the owner's followers, or only the owner. */
export const PRIVACY_LEVELS = ['public', 'followers', 'private'] as const;

export type PrivacyLevel = (typeof PRIVACY_LEVELS)[number];

export const DEFAULT_PRIVACY_LEVEL: PrivacyLevel = 'public';

export function isPrivacyLevel(level: string): level is PrivacyLevel {
  return (PRIVACY_LEVELS as readonly string[]).includes(level);
}
