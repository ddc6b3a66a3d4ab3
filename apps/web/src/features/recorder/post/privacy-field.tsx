import type { PrivacyLevel } from '@undertone/domain/privacy-level';
import { Globe, Lock, Users } from 'lucide-react';
import { SegmentedControl, type Segment } from '#ui/segmented-control.tsx';

const levels: Segment<PrivacyLevel>[] = [
  { value: 'public', label: 'Public', icon: <Globe aria-hidden="true" /> },
  { value: 'followers', label: 'Followers', icon: <Users aria-hidden="true" /> },
  { value: 'private', label: 'Private', icon: <Lock aria-hidden="true" /> },
];

interface PrivacyFieldProps {
  value: PrivacyLevel;
  onChange: (value: PrivacyLevel) => void;
}

/** Chooses who may hear the drop. */
export function PrivacyField({ value, onChange }: PrivacyFieldProps) {
  return (
    <SegmentedControl label="Who can listen" segments={levels} value={value} onChange={onChange} />
  );
}
