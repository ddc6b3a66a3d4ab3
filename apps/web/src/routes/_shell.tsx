import { createFileRoute } from '@tanstack/react-router';
import { AppShell } from '#shell/app-shell.tsx';

export const Route = createFileRoute('/_shell')({ component: AppShell });
