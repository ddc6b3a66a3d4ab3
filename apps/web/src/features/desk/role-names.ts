import type { DeskRole } from './desk-queries.ts';

export const roleNames: Record<DeskRole, string> = { moderator: 'Moderator', admin: 'Admin' };
