import { countCharacters, truncateText } from '@undertone/domain/characters';
import { statementWords } from '@undertone/domain/decision-words';
import {
  GUIDELINE_RULE_IDS,
  guidelineRuleTitle,
  type GuidelineRule,
} from '@undertone/domain/guideline-rule';
import { DECISION_WORDS_MAX_LENGTH } from '@undertone/domain/limits';
import { useRef, useState, type RefObject } from 'react';
import { errorMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import { useAssign, useDecide } from '#features/desk/cases/case-mutations.ts';
import type { CaseFile, Measure } from '#features/desk/cases/case.ts';
import { listReasons } from '#features/desk/cases/reasons.ts';
import { useDeskKeys } from '#features/desk/use-desk-keys.ts';
import { isWithoutFactor } from '#features/desk/use-refused-factor.ts';
import { useDecisionDraft, type DecisionDraft } from './decision-draft.ts';
import { MeasureChoice } from './measure-choice.tsx';
import { measureText, takesRule, takesWords } from './measures.ts';
import { templates, wordsForRule } from './templates.ts';
import { useLastDecision } from './undo.ts';

/** For how many days a person can be suspended; the first is the default. */
const SUSPENSION_DAYS = [7, 1, 3, 14, 30, 90] as const;

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

interface DecisionFormProps {
  file: CaseFile;
  userId: string;
  /** Opens what comes after the case. */
  onDone: () => void;
}

/** What can be decided in a case, each by its letter, and what the person reads about it. */
export function DecisionForm({ file, userId, onDone }: DecisionFormProps) {
  const { kind, id } = file.case;
  // A contact message is answered by its own form.
  const measures = kind === 'contact' ? [] : file.measures;
  const { draft, change, clear } = useDecisionDraft(userId, id);
  const { remember } = useLastDecision(userId);
  const decide = useDecide();
  const assign = useAssign();
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);

  const measure = measures.find((each) => each === draft.measure);

  const choose = (chosen: Measure) => {
    // So that nobody else decides it meanwhile. Who has it already is shown, and the server refuses the decision.
    if (file.case.assignedTo === null && file.case.closedAt === null) {
      assign.mutate({ caseId: id, mine: true });
    }
    const rule = draft.rule ?? suggestedRule(file);
    setProblems({});
    change({
      measure: chosen,
      ...(takesRule(chosen) && rule && { rule, words: wordsForRule(draft.words, rule) }),
    });
  };

  useDeskKeys(
    Object.fromEntries(
      measures.map((each) => [
        measureText(kind, each).key,
        () => {
          choose(each);
          focusNext(form);
        },
      ]),
    ),
  );

  const submit = async () => {
    if (!measure || decide.isPending) return;
    const found = findProblems(file, measure, draft);
    setProblems(found);
    const [field] = Object.keys(found);
    if (field) {
      form.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
      return;
    }
    try {
      const { decision } = await decide.mutateAsync({
        caseId: id,
        measure,
        words: draft.words.trim(),
        ...(takesRule(measure) && draft.rule && { rule: draft.rule }),
        ...(measure === 'suspend' && { until: untilOf(draft.days ?? SUSPENSION_DAYS[0]) }),
      });
      remember({ decision, caseId: id, draft }, measureText(kind, measure).done);
      clear();
      onDone();
    } catch {
      // The note below the form says it; the frame asks for a lost second factor.
    }
  };

  if (measures.length === 0) return null;
  return (
    <TitledCard title={kind === 'appeal' ? 'Answer' : 'Decision'}>
      <Form
        ref={form}
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void submit();
        }}
        className="grid gap-4"
      >
        <MeasureChoice kind={kind} measures={measures} value={measure} onChange={choose} />
        {measure && (
          <DecisionFields
            file={file}
            measure={measure}
            draft={draft}
            problems={problems}
            onChange={change}
          />
        )}
        <FailureNote
          className="empty:absolute"
          message={
            decide.error && !isWithoutFactor(decide.error) ? errorMessage(decide.error) : null
          }
        />
        {measure && (
          <Button
            type="submit"
            name="decide"
            variant={measure === 'remove' || measure === 'ban' ? 'danger' : 'primary'}
            pending={decide.isPending}
            className="w-full"
          >
            {measureText(kind, measure).verb}
          </Button>
        )}
      </Form>
    </TitledCard>
  );
}

type Problems = Partial<Record<'rule' | 'words', string>>;

interface DecisionFieldsProps {
  file: CaseFile;
  measure: Measure;
  draft: DecisionDraft;
  problems: Problems;
  onChange: (changes: Partial<DecisionDraft>) => void;
}

function DecisionFields({ file, measure, draft, problems, onChange }: DecisionFieldsProps) {
  const { kind } = file.case;
  const { rule, words, days = SUSPENSION_DAYS[0] } = draft;
  return (
    <>
      {takesRule(measure) && (
        <Field label="Rule" error={problems.rule}>
          {(control) => (
            <Select
              {...control}
              name="rule"
              value={rule ?? ''}
              onChange={({ currentTarget: { value } }) => {
                const chosen = GUIDELINE_RULE_IDS.find((each) => each === value);
                if (chosen) onChange({ rule: chosen, words: wordsForRule(words, chosen) });
              }}
            >
              <option value="" disabled>
                Choose the rule
              </option>
              {GUIDELINE_RULE_IDS.map((each) => (
                <option key={each} value={each}>
                  {guidelineRuleTitle(each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {measure === 'suspend' && (
        <Field label="How long">
          {(control) => (
            <Select
              {...control}
              name="days"
              value={days}
              onChange={(event) => onChange({ days: Number(event.currentTarget.value) })}
            >
              {SUSPENSION_DAYS.toSorted((one, other) => one - other).map((each) => (
                <option key={each} value={each}>
                  {each === 1 ? '1 day' : `${each} days`}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {measure === 'restore' && file.restorableUntil !== null && (
        <p className="-mt-2 text-sm text-ink-soft">
          Possible until {day.format(new Date(file.restorableUntil))}. Then it is deleted.
        </p>
      )}
      {isRead(file, measure) && (
        <Field
          label={kind === 'appeal' ? 'Answer' : 'Reasons'}
          hint="The person reads this, and not who has reported it"
          error={problems.words}
          counter={`${countCharacters(words)}/${DECISION_WORDS_MAX_LENGTH} characters`}
        >
          {(control) => (
            <Textarea
              {...control}
              name="words"
              rows={3}
              value={words}
              onChange={({ currentTarget: { value } }) =>
                onChange({ words: truncateText(value, DECISION_WORDS_MAX_LENGTH) })
              }
            />
          )}
        </Field>
      )}
      {takesRule(measure) && rule && templates[rule].length > 1 && (
        <div className="-mt-2 flex flex-wrap gap-1.5">
          {templates[rule].map((template) => (
            <button
              key={template.title}
              type="button"
              aria-pressed={template.words === words}
              onClick={() => onChange({ words: template.words })}
              className="min-h-8 rounded-full border border-line bg-paper px-3 text-sm text-ink-soft transition-colors hover:bg-paper-hover hover:text-ink aria-pressed:border-ink aria-pressed:text-ink"
            >
              {template.title}
            </button>
          ))}
        </div>
      )}
      {takesRule(measure) && (
        <p className="rounded-md bg-paper-sunken px-3.5 py-2.5 text-sm text-ink-soft">
          “Undertone {statementWords(`${file.subject.kind}:${measure}`)}.”
        </p>
      )}
    </>
  );
}

/** Whether the person reads words about a measure: also where it ends a hold, or what reports have hidden. */
const isRead = ({ case: { kind, isFlagged } }: CaseFile, measure: Measure): boolean =>
  takesWords(kind, measure) || measure === 'restore' || kind === 'hold' || isFlagged;

/** The rule that most of the reports name, if there is one. */
const suggestedRule = (file: CaseFile): GuidelineRule | undefined =>
  listReasons(file.case.reasons)
    .map(({ reason }) => GUIDELINE_RULE_IDS.find((rule) => rule === reason))
    .find((rule) => rule !== undefined);

function findProblems(file: CaseFile, measure: Measure, draft: DecisionDraft): Problems {
  return {
    ...(takesRule(measure) && !draft.rule && { rule: 'Which rule is it about?' }),
    ...(takesWords(file.case.kind, measure) &&
      draft.words.trim() === '' && { words: 'The person reads your reasons' }),
  };
}

/** @returns the moment at which a suspension of so many days ends */
const untilOf = (days: number): string =>
  new Date(Date.now() + days * 24 * 3_600_000).toISOString();

/**
 * Moves the focus to the first field that is empty, or to the chosen measure, where Enter decides and nothing else does.
 * After the fields of the measure are shown.
 */
function focusNext(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => {
    const fields = [
      ...(form.current?.querySelectorAll<HTMLSelectElement | HTMLTextAreaElement>(
        '[name=rule], [name=words]',
      ) ?? []),
    ];
    const empty = fields.find(({ value }) => value === '');
    const target = empty ?? form.current?.querySelector<HTMLElement>(':checked');
    target?.focus({ preventScroll: true });
    const button = form.current?.querySelector('[name=decide]');
    button?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  });
}
