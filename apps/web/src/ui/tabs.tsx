import { clsx } from 'clsx';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
}

interface TabsProps<Value extends string> {
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Makes the tabs fill the width evenly. */
  fill?: boolean;
  /** The panel of the chosen tab. */
  children: ReactNode;
  className?: string;
}

/** Tabs with one panel. Arrow keys, Home and End move the focus and select at once. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, fill = false, children, className } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const choose = (index: number) => {
    const tab = tabs.at(index % tabs.length);
    if (!tab) return;
    onChange(tab.value);
    list.current?.querySelector<HTMLElement>(`[data-value="${tab.value}"]`)?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const current = tabs.findIndex((tab) => tab.value === value);
    const target = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex flex-wrap gap-x-1 border-b border-line"
      >
        {tabs.map((tab) => {
          const chosen = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              data-value={tab.value}
              aria-selected={chosen}
              aria-controls={`${id}-panel`}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onKeyDown={onKeyDown}
              className={clsx(
                '-mb-px rounded-t-sm whitespace-nowrap border-b-2 px-[min(--spacing(4),3.2vw)] py-2.5 text-[0.9375rem] font-medium transition-colors',
                'focus-visible:-outline-offset-2',
                fill && 'flex-1',
                chosen ? 'border-ink text-ink' : 'border-transparent text-ink-faint hover:text-ink',
              )}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  );
}
