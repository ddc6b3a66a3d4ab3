import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import {
  Bot,
  Megaphone,
  Mountain,
  Radio,
  Speech,
  Squirrel,
  VenetianMask,
  Waves,
  type LucideIcon,
} from 'lucide-react';

const icons: Record<VoiceFilterId, LucideIcon> = {
  original: Speech,
  veil: VenetianMask,
  chipmunk: Squirrel,
  deep: Waves,
  robot: Bot,
  echo: Mountain,
  vintage: Radio,
  megaphone: Megaphone,
};

/** The drawn icon of a voice filter, in the picker. */
export function FilterIcon({ id, className }: { id: VoiceFilterId; className: string }) {
  const Icon = icons[id];
  return <Icon aria-hidden="true" strokeWidth={1.5} className={className} />;
}
