import { createFileRoute } from '@tanstack/react-router';
import { VoiceUsagePage } from '#features/marketing/voice-usage-page.tsx';

export const Route = createFileRoute('/voice-usage')({ component: VoiceUsagePage });
