import type { Drop } from './factories.ts';
import { outboxOf } from './outbox.ts';
import type { Person, Persona } from './persona.ts';
import type { TestDatabase } from './test-database.ts';

interface ClaimedMail {
  readonly id: number;
  readonly ids: readonly number[];
  readonly mail: string;
  readonly email: string;
  readonly token: string;
  readonly items: readonly { kind: string; actor: string; others: number; words: string | null }[];
}

/** People who receive mails, and these mails. */
export const mailedPeopleOf = (database: TestDatabase) => {
  const { make, queryAs, sql } = database;
  const outbox = outboxOf<ClaimedMail>(database);

  /** A person whose only session was last used years ago. */
  const absentPerson = async () =>
    make.session(await make.person(), {
      created_at: '2020-01-01T00:00:00Z',
      user_agent: 'Firefox/140 on Linux',
    });

  const setEmail = (person: Person, isOn: boolean) =>
    queryAs(person)`
      update profiles set email_notifications = ${isOn} where user_id = ${person.id}`;

  const confirm = async (token: string, caller: Persona = 'visitor') => {
    const [row] = await queryAs<{ done: boolean }[]>(caller)`select confirm_mail(${token}) as done`;
    return row!.done;
  };

  /** A person who has switched Email on, and the mail that asks to confirm the address. */
  const askedPerson = async () => {
    const me = await absentPerson();
    await setEmail(me, true);
    const [asked] = await outbox.claim();
    await outbox.finish([asked!], 'delivered');
    return { me, asked: asked! };
  };

  return {
    ...outbox,
    absentPerson,
    setEmail,
    confirm,
    askedPerson,

    /** A person who receives mails. */
    mailedPerson: async (): Promise<Person> => {
      const { me, asked } = await askedPerson();
      await confirm(asked.token);
      await sql`delete from private.outbox`;
      return me;
    },

    /** Comments on a drop of the person. */
    comment: async (me: Person, on?: Drop): Promise<Person> => {
      const author = await make.person();
      await make.comment({ on: on ?? (await make.drop({}, me)), author });
      return author;
    },
  };
};
