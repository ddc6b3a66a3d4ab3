import { SegmentedControl, type Segment } from '#ui/segmented-control.tsx';
import type { MuteSpan } from './use-mute.ts';

const spans: readonly Segment<MuteSpan>[] = [
  { value: 'day', label: 'A day' },
  { value: 'week', label: 'A week' },
  { value: 'ever', label: 'For ever' },
];

interface MuteSpanChoiceProps {
  value: MuteSpan;
  onChange: (span: MuteSpan) => void;
}

/** The choice of how long something is muted. */
export function MuteSpanChoice(props: MuteSpanChoiceProps) {
  return <SegmentedControl label="For how long" segments={spans} {...props} />;
}
