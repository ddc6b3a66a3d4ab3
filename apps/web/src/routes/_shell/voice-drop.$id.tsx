import { createFileRoute } from '@tanstack/react-router';
import { NotOpenYet } from '#shell/not-open-yet.tsx';

export const Route = createFileRoute('/_shell/voice-drop/$id')({ component: VoiceDrop });

function VoiceDrop() {
  return <NotOpenYet title="Voice drop" />;
}
