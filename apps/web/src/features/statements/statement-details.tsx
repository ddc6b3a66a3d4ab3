import { Link } from '@tanstack/react-router';
import { dayInWords, lastDayInWords } from '@undertone/domain/day';
import { basisWords, REPLACED_WORDS, statementWords } from '@undertone/domain/decision-words';
import { guidelineRuleTitle } from '@undertone/domain/guideline-rule';
import { useState, type ReactNode } from 'react';
import { AppealForm } from './appeal-form.tsx';
import type { Appeal, Statement } from './statement.ts';

/** A decision about the reader: what, where, under which rule, by whom it came up, for how long, and how to appeal. */
export function StatementDetails({ userId, statement }: { userId: string; statement: Statement }) {
  const { measure, kind, rule, words, excerpt, until, endedOn, appeal, appealableUntil } =
    statement;
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const isAppealable = appealableUntil !== null && endedOn === null && appealableUntil >= today;
  return (
    <article className="grid gap-6">
      <h2 className="text-2xl">Undertone {statementWords(`${kind}:${measure}`)}</h2>
      <dl className="grid gap-4">
        {excerpt !== null && (
          <Fact name="What it is about">
            <q dir="auto">{excerpt}</q>
            {kind === 'drop' && endedOn === null && (
              <>
                {' '}
                <Link
                  to="/voice-drop/$id"
                  params={{ id: statement.subjectId }}
                  className="underline underline-offset-4"
                >
                  Open it
                </Link>
              </>
            )}
          </Fact>
        )}
        {rule !== null && (
          <Fact name="The rule">
            <Link to="/community-guidelines" className="underline underline-offset-4">
              {guidelineRuleTitle(rule)}
            </Link>
          </Fact>
        )}
        {words !== null && (
          <Fact name="The reasons">
            <span dir="auto" className="whitespace-pre-line">
              {words}
            </span>
          </Fact>
        )}
        <Fact name="How it came about">{basisWords(statement.basis)}</Fact>
        <Fact name="When">
          {dayInWords(statement.decidedOn)}
          {endedOn !== null && `, ended on ${dayInWords(endedOn)}`}
        </Fact>
        {until !== null && (
          <Fact name="For how long">Until the end of {lastDayInWords(until)} (UTC)</Fact>
        )}
        {measure === 'remove' && endedOn === null && (
          <Fact name="What happens now">
            Only you see it. It is deleted for good 30 days after the decision, unless that is taken
            back.
          </Fact>
        )}
      </dl>
      {appeal ? (
        <AppealAnswer appeal={appeal} />
      ) : (
        isAppealable && (
          <AppealForm userId={userId} decisionId={statement.id} until={appealableUntil} />
        )
      )}
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-medium text-ink-soft">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}

function AppealAnswer({
  appeal: { words, createdOn, outcome, answer, answeredOn, laterDecisionId },
}: {
  appeal: Appeal;
}) {
  return (
    <section aria-labelledby="appeal" className="border-t border-line pt-6">
      <h2 id="appeal" className="text-xl">
        Your appeal
      </h2>
      <dl className="mt-4 grid gap-4">
        <Fact name={`You wrote on ${dayInWords(createdOn)}`}>
          <span dir="auto" className="whitespace-pre-line">
            {words}
          </span>
        </Fact>
        <Fact name="The answer">
          {outcome === null || answeredOn === null
            ? 'Nobody has answered yet. You are notified of the answer.'
            : `${dayInWords(answeredOn)}: ${outcome === 'upheld' ? 'The decision was taken back.' : 'The decision stays.'}`}
          {answer !== null && (
            <span dir="auto" className="mt-1 block whitespace-pre-line">
              {answer}
            </span>
          )}
        </Fact>
        {laterDecisionId !== null && (
          <Fact name="What happens now">
            {REPLACED_WORDS}{' '}
            <Link
              to="/statements/{-$id}"
              params={{ id: laterDecisionId }}
              className="underline underline-offset-4"
            >
              Open the later statement
            </Link>
          </Fact>
        )}
      </dl>
    </section>
  );
}
