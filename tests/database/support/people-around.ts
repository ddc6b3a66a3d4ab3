import type { Drop, Factories } from './factories.ts';
import type { Persona } from './persona.ts';

/** A visitor, a drop's owner, and one person of each relation to the owner. */
export async function peopleAround(make: Factories, { owner }: Drop) {
  const other = await make.person();
  const follower = await make.person();
  const blocked = await make.person();
  const blocker = await make.person();
  await make.follow(follower, owner);
  await make.block(owner, blocked);
  await make.block(blocker, owner);
  return { visitor: 'visitor', owner, other, follower, blocked, blocker } as const;
}

/** The names of the people for whom a check holds. */
export async function namesWhere(
  people: Readonly<Record<string, Persona>>,
  holds: (persona: Persona) => Promise<boolean>,
): Promise<string[]> {
  const names = [];
  for (const [name, persona] of Object.entries(people)) {
    if (await holds(persona)) names.push(name);
  }
  return names;
}
