import type { ReactNode } from 'react';

/** The arrow keys scroll the dialog, which has no other element to focus in its text. */
const focusable = { tabIndex: 0 };

/** What others can find out about an anonymous message, and what they cannot. @param name of its recipient */
export function AnonymousFacts({ name }: { name: string }) {
  const person = <bdi>{name}</bdi>;
  return (
    <section
      {...focusable}
      aria-label="What others can see"
      className="rounded-md outline-offset-4"
    >
      <dl className="grid gap-4 text-[0.9375rem]">
        <Fact title={<>What {person} can see</>}>
          <li>A recording in which Veil speaks in your place, and how long it is.</li>
          <li>When it was sent, in steps of five minutes. It arrives at the next step.</li>
          <li>Which messages are in this conversation. They can answer, report it, and end it.</li>
        </Fact>
        <Fact title={<>What {person} cannot see</>}>
          <li>
            Who you are: no name, no picture, no account, also not by answering, blocking or
            reporting.
          </li>
          <li>Whether you have read an answer, or are writing or listening.</li>
        </Fact>
        <Fact title="What the people who run this site can see">
          <li>Who sent it, in the database and in backups. They look if it is reported.</li>
        </Fact>
        <Fact title="What your device keeps">
          <li>
            How the voice was made up, so that one voice speaks throughout this conversation: until
            you delete the conversation, sign out or delete your account. It is never sent.
          </li>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{title}</dt>
      <dd className="mt-1 text-ink-soft">
        <ul className="grid list-disc gap-1 pl-5">{children}</ul>
      </dd>
    </div>
  );
}
