import { Select } from '#ui/select.tsx';
import { caseKinds, type QueueFilters } from './queue-filters.ts';
import { reasonNames } from './reasons.ts';

interface QueueFilterBarProps {
  filters: QueueFilters;
  onChange: (filters: QueueFilters) => void;
}

interface Choice {
  name: keyof QueueFilters;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
}

const choices: readonly Choice[] = [
  {
    name: 'state',
    label: 'State',
    options: [
      ['', 'Open'],
      ['closed', 'Decided'],
    ],
  },
  {
    name: 'kind',
    label: 'About',
    options: [
      ['', 'Everything'],
      ...Object.entries(caseKinds).map(([kind, { many }]) => [kind, many] as const),
    ],
  },
  {
    name: 'reason',
    label: 'Reason',
    options: [['', 'Every reason'], ...Object.entries(reasonNames)],
  },
  {
    name: 'assigned',
    label: 'Assigned',
    options: [
      ['', 'Assigned or not'],
      ['me', 'Assigned to me'],
      ['none', 'Not assigned'],
    ],
  },
  {
    name: 'order',
    label: 'Order',
    options: [
      ['', 'Oldest first'],
      ['newest', 'Latest first'],
      ['most', 'Most reports first'],
    ],
  },
];

/** What the queue shows, and in which order. */
export function QueueFilterBar({ filters, onChange }: QueueFilterBarProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {choices.map(({ name, label, options }) => (
        <Select
          key={name}
          aria-label={label}
          value={filters[name] ?? ''}
          onChange={(event) => onChange({ ...filters, [name]: event.currentTarget.value })}
          className="min-w-32 grow basis-[min(11rem,calc(50%-0.25rem))]"
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      ))}
    </div>
  );
}
