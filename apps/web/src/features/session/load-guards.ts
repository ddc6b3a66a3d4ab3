/** Fetches the guards of rarely opened pages. One function, since each import is in everybody's first load. */
export const loadGuards = () => import('./guards.ts');
