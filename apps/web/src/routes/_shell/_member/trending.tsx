import { createFileRoute } from '@tanstack/react-router';
import { TrendingPage } from '#shell/trending-page.tsx';

export const Route = createFileRoute('/_shell/_member/trending')({ component: TrendingPage });
