import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '#lib/app.ts';
import { backendMessage, errorCode, errorMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Form } from '#ui/form.tsx';
import { Loading } from '#ui/loading.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { TextField } from '#ui/text-field.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import { useFindPerson } from '#features/desk/cases/case-mutations.ts';
import { historyOptions } from '#features/desk/cases/case-queries.ts';
import { CaseRow } from '#features/desk/cases/case-row.tsx';
import { DecisionRow } from '#features/desk/cases/decision-row.tsx';
import { PersonSummary } from '#features/desk/cases/person-card.tsx';
import { useLiveCases } from '#features/desk/cases/use-live-cases.ts';
import type { DeskScreenProps } from '#features/desk/desk-screens.ts';
import { isWithoutFactor } from '#features/desk/use-refused-factor.ts';

/** Finds a person by the username, and shows what was reported and decided about one. */
export default function PeopleScreen({ userId, rest }: DeskScreenProps) {
  return rest === '' ? <FindPerson /> : <History userId={userId} person={rest} />;
}

function FindPerson() {
  const [username, setUsername] = useState('');
  const [problem, setProblem] = useState<string>();
  const find = useFindPerson();
  const navigate = useNavigate();

  const submit = async (form: HTMLFormElement) => {
    const name = username.trim();
    setProblem(name === '' ? 'Whose case is it?' : undefined);
    if (name === '') {
      form.querySelector('input')?.focus();
      return;
    }
    try {
      const id = await find.mutateAsync(name);
      void navigate({ to: '/desk/$', params: { _splat: `queue/${id}` } });
    } catch (cause) {
      if (errorCode(cause) === 'PT404') setProblem('There is nobody with this username');
      else if (!isWithoutFactor(cause)) setProblem(errorMessage(cause));
    }
  };

  return (
    <>
      <h2 className="text-2xl">People</h2>
      <p className="mt-1 mb-5 max-w-prose text-[0.9375rem] text-ink-soft">
        Opens the case of a person, also without a report, to warn, suspend or ban them, or to see
        what was decided before.
      </p>
      <Card className="max-w-xl">
        <Form className="grid gap-4" onSubmit={submit}>
          <TextField
            label="Username"
            name="username"
            hint="As on their profile"
            error={problem}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onValueChange={setUsername}
          />
          <Button type="submit" pending={find.isPending} className="justify-self-start">
            Open their case
          </Button>
        </Form>
      </Card>
    </>
  );
}

function History({ userId, person }: { userId: string; person: string }) {
  useLiveCases();
  const history = useQuery(historyOptions(useClient(), person));
  if (history.isPending) return <Loading label="Loading the history..." />;
  if (!history.data) {
    return ['PT404', '22P02'].includes(errorCode(history.error) ?? '') ? (
      <EmptyState
        title="There is no such person"
        description="Or it is you: you do not see what was reported of yourself."
      />
    ) : (
      <ListProblem
        query={history}
        failure="The history could not be loaded"
        reason={backendMessage(history.error)}
      />
    );
  }
  const { cases, decisions } = history.data;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-6">
      <TitledCard title="The person">
        <PersonSummary person={history.data.person} />
      </TitledCard>
      <div className="grid min-w-0 gap-5">
        <TitledCard title="Decisions">
          {decisions.length === 0 ? (
            <p className="text-ink-soft">Nothing was ever decided.</p>
          ) : (
            <ul className="grid gap-4">
              {decisions.map((decision) => (
                <li key={decision.id}>
                  <DecisionRow decision={decision} isLinked />
                </li>
              ))}
            </ul>
          )}
        </TitledCard>
        <TitledCard title="Cases">
          {cases.length === 0 ? (
            <p className="text-ink-soft">None that you can see.</p>
          ) : (
            <ul className="-mx-5 -mb-2 divide-y divide-line">
              {cases.map((item) => (
                <li key={item.id}>
                  <CaseRow item={item} userId={userId} />
                </li>
              ))}
            </ul>
          )}
        </TitledCard>
      </div>
    </div>
  );
}
