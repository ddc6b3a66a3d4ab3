import type { PrivacyLevel } from '@undertone/domain/privacy-level';
import { Globe, Lock, Users } from 'lucide-react';
import type { Segment } from '#ui/segmented-control.tsx';

/** The privacy levels of a drop, as menus and fields offer them. */
export const PRIVACY_LEVELS = [
  { value: 'public', label: 'Public', icon: <Globe /> },
  { value: 'followers', label: 'Followers', icon: <Users /> },
  { value: 'private', label: 'Private', icon: <Lock /> },
] as const satisfies readonly Segment<PrivacyLevel>[];
