import ToFollow from '#features/drops/suggestions/to-follow.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Shown in the tab Following without drops: people and hashtags to listen to and to follow. */
export function NothingFollowed() {
  return (
    <>
      <EmptyState
        title="Nothing to hear yet"
        description="Voice drops of the people and hashtags that you follow will be here, the newest first."
      />
      <ToFollow />
    </>
  );
}
