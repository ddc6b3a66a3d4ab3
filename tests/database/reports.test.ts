import { REPORTS_TO_HIDE } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { alreadyThere, breaksCheck, refused } from './support/persona.ts';
import type { Persona, Person } from './support/persona.ts';
import { openWorld } from './support/world.ts';

const world = openWorld();

const reportDrop = (persona: Persona, reporter: Person, drop: Drop) =>
  world.as(
    persona,
    (sql) => sql`
      insert into reports (reporter_id, reported_voice_drop_id, reason, description)
      values (${reporter.id}, ${drop.id}, 'spam', 'Look')`,
  );

const reportPerson = (reporter: Person, reported: Person) =>
  world.as(
    reporter,
    (sql) => sql`
      insert into reports (reporter_id, reported_user_id, reason)
      values (${reporter.id}, ${reported.id}, 'impersonation')`,
  );

const reportBySome = async (drop: Drop, count = REPORTS_TO_HIDE) => {
  for (let reports = 0; reports < count; reports += 1) {
    await world.make.report(await world.make.person(), drop);
  }
};

describe('reporting', () => {
  it('someone signed in reports another’s drop, once', async () => {
    const drop = await world.make.drop();
    const person = await world.make.person();
    expect((await reportDrop(person, person, drop)).count).toBe(1);
    await expect(reportDrop(person, person, drop)).rejects.toMatchObject(alreadyThere);
  });

  it('someone signed in reports another person, once', async () => {
    const [one, other] = [await world.make.person(), await world.make.person()];
    expect((await reportPerson(one, other)).count).toBe(1);
    await expect(reportPerson(one, other)).rejects.toMatchObject(alreadyThere);
  });

  it('whoever was blocked can still report the one who blocked them', async () => {
    const [one, other] = [await world.make.person(), await world.make.person()];
    await world.make.block(other, one);
    expect((await reportPerson(one, other)).count).toBe(1);
  });

  it('a visitor reports nothing', async () => {
    const drop = await world.make.drop();
    await expect(reportDrop('visitor', drop.owner, drop)).rejects.toMatchObject(refused);
  });

  it('nobody reports their own drop, or themselves', async () => {
    const drop = await world.make.drop();
    await expect(reportDrop(drop.owner, drop.owner, drop)).rejects.toMatchObject(refused);
    await expect(reportPerson(drop.owner, drop.owner)).rejects.toMatchObject(breaksCheck);
  });

  it('nobody reports in another’s name, or a drop that they cannot see', async () => {
    const drop = await world.make.drop();
    const secret = await world.make.drop({ privacy_level: 'private' });
    const [person, other] = [await world.make.person(), await world.make.person()];
    await expect(reportDrop(person, other, drop)).rejects.toMatchObject(refused);
    await expect(reportDrop(person, person, secret)).rejects.toMatchObject(refused);
  });

  it('a report is of a drop or of a person, never of both or neither', async () => {
    const drop = await world.make.drop();
    const person = await world.make.person();
    const report = (target: Record<string, string>) =>
      world.as(
        person,
        (sql) => sql`
          insert into reports ${sql({ reporter_id: person.id, reason: 'spam', ...target })}`,
      );
    await expect(
      report({ reported_voice_drop_id: drop.id, reported_user_id: drop.owner.id }),
    ).rejects.toMatchObject(breaksCheck);
    await expect(report({})).rejects.toMatchObject(refused);
  });

  it('reports are seen by the reporter alone', async () => {
    const drop = await world.make.drop();
    const person = await world.make.person();
    await reportDrop(person, person, drop);
    const reports = (persona: Persona) =>
      world.as(persona, (sql) => sql`select reason from reports`);
    expect([...(await reports(person))]).toEqual([{ reason: 'spam' }]);
    expect(await reports(drop.owner)).toHaveLength(0);
    await expect(reports('visitor')).rejects.toMatchObject(refused);
  });
});

describe('a drop that three different people have reported', () => {
  it('is hidden from visitors and others, but not from its owner', async () => {
    const drop = await world.make.drop();
    const other = await world.make.person();
    await reportBySome(drop, REPORTS_TO_HIDE - 1);
    expect(await world.sees('visitor', drop)).toBe(true);
    await reportBySome(drop, 1);
    expect(await world.sees('visitor', drop)).toBe(false);
    expect(await world.sees(other, drop)).toBe(false);
    expect(await world.sees(drop.owner, drop)).toBe(true);
  });

  it('is shown to those who do not block inappropriate content', async () => {
    const drop = await world.make.drop();
    await reportBySome(drop);
    const unfazed = await world.make.person({ block_inappropriate: false });
    expect(await world.sees(unfazed, drop)).toBe(true);
  });

  it('comes back when the team has cleared a report', async () => {
    const drop = await world.make.drop();
    await reportBySome(drop);
    await world.sql`
      update reports set cleared_at = now() where id = (
        select id from reports where reported_voice_drop_id = ${drop.id} limit 1
      )`;
    expect(await world.sees('visitor', drop)).toBe(true);
  });

  it('is not hidden for reports of the person', async () => {
    const drop = await world.make.drop();
    for (let reports = 0; reports < REPORTS_TO_HIDE; reports += 1) {
      await reportPerson(await world.make.person(), drop.owner);
    }
    expect(await world.sees('visitor', drop)).toBe(true);
  });
});
