import type { Comment, Drop } from './factories.ts';
import { outboxOf } from './outbox.ts';
import type { Person, Persona } from './persona.ts';
import type { TestDatabase } from './test-database.ts';

/** What a person reads of a decision about themselves. */
interface Statement {
  readonly id: string;
  readonly measure: string;
  readonly subject_kind: string;
  readonly rule: string | null;
  readonly words: string | null;
  readonly basis: string;
  readonly decided_on: Date;
  readonly ended_on: Date | null;
  readonly excerpt: string | null;
}

interface CaseItem {
  readonly id: string;
  readonly kind: string;
  readonly subject_id: string;
  readonly person: { user_id: string } | null;
  readonly report_count: number;
  readonly reasons: Record<string, number>;
  readonly reporters: { decided: number; upheld: number };
  readonly is_overdue: boolean;
}

interface CaseContent {
  readonly case: CaseItem;
  readonly measures: string[];
  readonly evidence: Record<string, unknown>[];
  readonly person: { user_id: string } | null;
  readonly decisions: { id: string; measure: string }[];
}

interface Decision {
  readonly rule?: string | null;
  readonly words?: string;
  readonly until?: string | null;
}

interface Mail {
  readonly id: number;
  readonly ids: readonly number[];
  readonly mail: string;
  readonly email: string;
  readonly content: string;
}

/** The desk, by the calls of the app. */
export const deskOf = (database: TestDatabase) => {
  const { make, queryAs, sql } = database;
  const { claim, finish } = outboxOf<Mail>(database);

  /** The open case of a subject. */
  const caseOf = async ({ id }: { id: string }, kind?: string): Promise<string> => {
    const [row] = await sql<{ id: string }[]>`
      select id from private.cases
      where subject_id = ${id} and closed_at is null ${kind ? sql`and subject_kind = ${kind}` : sql``}`;
    return row!.id;
  };

  const reportPerson = (reporter: Person, reported: Person) =>
    sql`
      insert into reports (reporter_id, reported_user_id, reason)
      values (${reporter.id}, ${reported.id}, 'harassment')`;

  const queue = async (staff: Person, filters: Record<string, string> = {}) => {
    const [row] = await queryAs<{ page: { cases: CaseItem[]; next: object | null } }[]>(staff)`
      select desk_queue(${sql.json(filters)}) as page`;
    return row!.page.cases;
  };

  const open = async (staff: Person, id: string): Promise<CaseContent> => {
    const [row] = await queryAs<{ content: CaseContent }[]>(
      staff,
    )`select desk_case(${id}) as content`;
    return row!.content;
  };

  const decide = async (
    staff: Person,
    id: string,
    measure: string,
    { rule = 'spam', words = 'Advertising in disguise', until = null }: Decision = {},
  ): Promise<string> => {
    const [row] = await queryAs<{ made: { decision: string } }[]>(staff)`
      select desk_decide(${id}, ${measure}, ${rule}, ${words}, ${until}) as made`;
    return row!.made.decision;
  };

  /** Lets the time pass in which a decision can be undone, and delivers its notices. */
  const deliver = async () => {
    await sql`update private.outbox set due = now() where kind = 'decision'`;
    await sql`update decisions set shown_from = now() where shown_from is not null`;
    for (;;) {
      const [row] = await sql<{ was_due: boolean }[]>`select private.deliver_batch() as was_due`;
      if (!row!.was_due) return;
    }
  };

  return {
    caseOf,
    reportPerson,
    queue,
    open,
    decide,
    deliver,

    undo: (staff: Person, decision: string) => queryAs(staff)`select desk_undo(${decision})`,

    appeal: (person: Persona, decision: string, words = 'It was a joke among friends') =>
      queryAs(person)`select appeal(${decision}, ${words})`,

    /** The decisions that a person reads about themselves, the latest last. */
    statementsOf: (person: Persona) =>
      queryAs<Statement[]>(person)`
        select id, measure, subject_kind, rule, words, basis, decided_on, ended_on, excerpt
        from decisions order by decided_on, measure`,

    /** The notices that a person has received. */
    noticesTo: async (person: Person) => {
      const rows = await queryAs<{ notice: string }[]>(person)`
        select type || ' ' || content as notice from notifications
        where type in ('statement', 'outcome') and actor_id is null order by type, content`;
      return rows.map(({ notice }) => notice);
    },

    /** Sends the mails that are due. */
    mails: async () => {
      const sent = await claim();
      await finish(sent, 'delivered');
      return sent;
    },

    /** A drop that as many people have reported, with its case. */
    reportedDrop: async (reporters: readonly Person[], owner?: Person) => {
      const drop = await make.drop(
        { title: 'Cheap watches' },
        await make.session(owner ?? (await make.person())),
      );
      for (const reporter of reporters) await make.report(reporter, drop);
      return { drop, owner: drop.owner, id: await caseOf(drop) };
    },

    isStored: async ({ path }: { path: string }) =>
      (await sql`select from storage.objects where name = ${path}`).length === 1,

    loads: async (persona: Persona, { path }: { path: string }) =>
      (await queryAs(persona)`select from storage.objects where name = ${path}`).length === 1,

    sees: (persona: Persona, drop: Drop) => database.sees(persona, drop),

    readsComment: async (persona: Persona, { id }: Comment) =>
      (await queryAs(persona)`select id from voice_drop_comments where id = ${id}`).length === 1,
  };
};
