import { createFileRoute } from '@tanstack/react-router';
import { FaqsPage } from '#features/marketing/faqs-page.tsx';

export const Route = createFileRoute('/faqs')({ component: FaqsPage });
