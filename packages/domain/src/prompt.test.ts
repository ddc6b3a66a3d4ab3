import { expect, it } from 'vitest';
import { PROMPTS, promptOn } from './prompt.ts';

it('is the same all day, another one the next day, and each comes once in a round', () => {
  const days = PROMPTS.map((_prompt, day) => promptOn(new Date(2026, 2, 20 + day, 12)));
  expect(new Set(days).size).toBe(PROMPTS.length);
  expect(promptOn(new Date(2026, 2, 20, 0, 0, 0))).toBe(days[0]);
  expect(promptOn(new Date(2026, 2, 20, 23, 59, 59))).toBe(days[0]);
  expect(promptOn(new Date(2026, 2, 20 + PROMPTS.length))).toBe(days[0]);
});

it('is one of the prompts also before 1970', () => {
  expect(PROMPTS[promptOn(new Date(1969, 5, 1))]).toBeDefined();
});
