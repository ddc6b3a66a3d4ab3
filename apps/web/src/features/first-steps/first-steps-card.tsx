import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PROMPTS, promptOn } from '@undertone/domain/prompt';
import { clsx } from 'clsx';
import { Check, ChevronDown, Mic, X } from 'lucide-react';
import { useId, useLayoutEffect, useState, type ReactNode } from 'react';
import { suggestedPeopleOptions } from '#features/people/suggested-queries.ts';
import { trendingTopicsOptions } from '#features/tags/trending-topics-query.ts';
import { useApp } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.ts';
import { FollowStep } from './follow-step.tsx';
import { isDone, isStepMark, STEPS, type FirstSteps, type Step } from './queries.ts';
import { useFinishStep } from './use-finish-step.ts';
import { VeilTrial } from './veil-trial.tsx';

const titles: Record<Step, string> = {
  follow: 'Follow a few voices',
  veil: 'Hear yourself through Veil',
  record: 'Record your first drop',
};

interface FirstStepsCardProps {
  userId: string;
  steps: FirstSteps;
  withPeople: boolean;
  /** Called when the card is shown. */
  onReady: () => void;
}

/**
 * Three steps, of which the first one that is not done is open. Each can be skipped, and opened again.
 * Nothing until the suggestions of the first step have come, so that the card does not grow.
 */
export default function FirstStepsCard(props: FirstStepsCardProps) {
  const { userId, steps, withPeople, onReady } = props;
  const id = useId();
  const app = useApp();
  const { mark, finish } = useFinishStep(userId);
  const [open, setOpen] = useState<Step | undefined>(() =>
    STEPS.find((step) => !isDone(steps, step)),
  );
  // Asked once: a step that is opened later shows its suggestions as they come.
  const [enabled] = useState(open === 'follow');
  const people = useQuery({ ...suggestedPeopleOptions(app.client), enabled });
  const topics = useQuery({ ...trendingTopicsOptions(app.client), enabled });

  const isReady =
    !enabled || [people, topics].every(({ data, failureCount }) => data || failureCount > 0);
  useLayoutEffect(() => {
    if (isReady) onReady();
  }, [isReady, onReady]);

  const marks = steps.marks.filter(isStepMark);
  const dismiss = () => {
    void mark([...marks, 'dismissed']);
    toast.info('First steps dismissed', {
      action: { label: 'Undo', onPress: () => void mark(marks) },
    });
  };
  const openAfter = (step: Step) =>
    setOpen(STEPS.slice(STEPS.indexOf(step) + 1).find((next) => !isDone(steps, next)));

  const contents: Record<Step, ReactNode> = {
    follow: (
      <>
        <FollowStep withPeople={withPeople} onFollowed={() => finish('follow')} />
        <StepEnd isDone={isDone(steps, 'follow')} onEnd={() => openAfter('follow')} />
      </>
    ),
    veil: (
      <>
        <VeilTrial onHeard={() => finish('veil')} />
        <StepEnd isDone={isDone(steps, 'veil')} onEnd={() => openAfter('veil')} />
      </>
    ),
    record: <RecordStep onSkip={() => setOpen(undefined)} />,
  };

  if (!isReady) return null;
  return (
    <section
      aria-labelledby={id}
      className="mb-7 rounded-xl border border-line bg-paper-raised p-5 sm:p-6"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 id={id} className="text-xl">
          First steps
        </h2>
        <IconButton label="Dismiss first steps" onClick={dismiss} className="-mt-2 -mr-2">
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <ol>
        {STEPS.map((step, index) => (
          <li key={step} className="border-line not-first:border-t">
            <h3>
              <button
                type="button"
                aria-expanded={open === step}
                aria-controls={`${id}-${step}`}
                onClick={() => setOpen(open === step ? undefined : step)}
                className="flex min-h-13 w-full items-center gap-3 py-2 text-left font-medium"
              >
                <StepNumber number={index + 1} isDone={isDone(steps, step)} />
                <span className="min-w-0 grow">{titles[step]}</span>
                <ChevronDown
                  aria-hidden="true"
                  className={clsx(
                    'size-5 shrink-0 text-ink-soft transition-[rotate]',
                    open === step && 'rotate-180',
                  )}
                />
              </button>
            </h3>
            <div id={`${id}-${step}`} hidden={open !== step} className="pb-4 sm:pl-10">
              {open === step && contents[step]}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepNumber({ number, isDone }: { number: number; isDone: boolean }) {
  return (
    <span
      className={clsx(
        'grid size-7 shrink-0 place-items-center rounded-full border text-sm tabular-nums',
        isDone ? 'border-ink bg-ink text-ink-inverse' : 'border-line-strong',
      )}
    >
      {isDone ? (
        <>
          <Check aria-hidden="true" className="size-4" />
          <span className="sr-only">Done: </span>
        </>
      ) : (
        number
      )}
    </span>
  );
}

function StepEnd({ isDone, onEnd }: { isDone: boolean; onEnd: () => void }) {
  return (
    <Button variant={isDone ? 'primary' : 'quiet'} className="mt-4" onClick={onEnd}>
      {isDone ? 'Next' : 'Skip'}
    </Button>
  );
}

function RecordStep({ onSkip }: { onSkip: () => void }) {
  const [prompt] = useState(() => promptOn(new Date()));
  return (
    <>
      <p className="text-ink-soft">Not sure how to begin? Today’s question:</p>
      <p className="mt-2 font-display text-lg leading-snug text-balance">{PROMPTS[prompt]}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to="/record" search={{ prompt }} className={buttonClass({ variant: 'voice' })}>
          <Mic aria-hidden="true" /> Answer it
        </Link>
        <Button variant="quiet" onClick={onSkip}>
          Skip
        </Button>
      </div>
    </>
  );
}
