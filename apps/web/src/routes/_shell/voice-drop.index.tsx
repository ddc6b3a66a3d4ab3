import { createFileRoute } from '@tanstack/react-router';
import { DropNotFound } from '#features/drops/page/drop-not-found.tsx';
import { ID_NOT_FOUND } from '#features/drops/page/drop-page.tsx';

/** The page of a URL without a drop's id. */
export const Route = createFileRoute('/_shell/voice-drop/')({ component: NoVoiceDrop });

function NoVoiceDrop() {
  return (
    <div className="mx-auto w-full max-w-2xl">
      <DropNotFound reason={ID_NOT_FOUND} />
    </div>
  );
}
