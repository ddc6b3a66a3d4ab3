/** A statement at the beginning of a line that creates an extension whose schema the initial schema provides. */
const creation =
  /^create\s+extension\s+(?:if\s+not\s+exists\s+)?"?(?:pg_cron|pg_net|supabase_vault)"?(?=[\s;])[^;]*;/gim;

/**
 * Blanks such statements in a migration for hosted Supabase: PostgreSQL would refuse them, also where the
 * schema is there. Positions in the text stay the same.
 */
export const withoutProvidedExtensions = (source: string): string =>
  source.replace(creation, (statement) => statement.replace(/\S/g, ' '));
