import { createFileRoute } from '@tanstack/react-router';
import { MessagesPage } from '#shell/messages-page.tsx';

export const Route = createFileRoute('/_shell/_member/messages')({ component: MessagesPage });
