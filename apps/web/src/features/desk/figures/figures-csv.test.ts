import { expect, it } from 'vitest';
import { figuresCsv } from './figures-csv.ts';

it('figures become a line of CSV for each number, with the days that they are about', () => {
  const figures = {
    reports: 5,
    reportsByReason: { spam: 4, other: 1 },
    casesOpen: 2,
    casesDecided: 3,
    medianMinutes: null,
    decisions: { none: 1, remove: 2 },
    appeals: 1,
    appealsDecided: 1,
    appealsUpheld: 0,
  };
  expect(figuresCsv(figures, '2026-11-01', '2026-11-30').split('\r\n')).toEqual([
    'since,until,figure,kind,number',
    '2026-11-01,2026-11-30,reports,all,5',
    '2026-11-01,2026-11-30,reports,spam,4',
    '2026-11-01,2026-11-30,reports,other,1',
    '2026-11-01,2026-11-30,cases decided,all,3',
    '2026-11-01,2026-11-30,cases open now,all,2',
    '2026-11-01,2026-11-30,median minutes to a decision,all,',
    '2026-11-01,2026-11-30,decisions,none,1',
    '2026-11-01,2026-11-30,decisions,remove,2',
    '2026-11-01,2026-11-30,appeals,all,1',
    '2026-11-01,2026-11-30,appeals,decided,1',
    '2026-11-01,2026-11-30,appeals,upheld,0',
    '',
  ]);
});
