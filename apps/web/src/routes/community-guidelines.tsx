import { createFileRoute } from '@tanstack/react-router';
import { CommunityGuidelinesPage } from '#features/marketing/community-guidelines-page.tsx';

export const Route = createFileRoute('/community-guidelines')({
  component: CommunityGuidelinesPage,
});
