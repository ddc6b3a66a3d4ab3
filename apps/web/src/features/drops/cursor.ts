export { cursorPage, olderThan, type Cursor, type CursorPage } from '#lib/cursor.ts';
