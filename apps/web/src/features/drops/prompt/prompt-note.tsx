import { PROMPTS } from '@undertone/domain/prompt';

/** The prompt that opened the recorder, hidden on phones once the form needs the room. @param number its index in `PROMPTS`; undefined renders nothing */
export function PromptNote({ number }: { number: number | undefined }) {
  const prompt = number === undefined ? undefined : PROMPTS[number];
  if (prompt === undefined) return null;
  return (
    <p className="mb-8 max-sm:in-[main:has([data-post-bar])]:hidden rounded-lg border border-line bg-paper-raised px-5 py-4 text-center font-display text-xl leading-snug text-balance">
      {prompt}
    </p>
  );
}
