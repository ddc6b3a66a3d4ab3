import { machine } from './machine.ts';

/** Figures by the name of what was measured, and by that of the figure. */
export type Rows = Record<string, Readonly<Record<string, number | string>>>;

/** Three digits of a number, or all before the point. */
const rounded = (value: number): number =>
  Math.abs(value) < 100 ? Number(value.toPrecision(3)) : Math.round(value);

/**
 * Prints a title and a table with a row for each name. The columns' names have the units; what could not be measured
 * (NaN) is null in the table.
 */
export function printTable(title: string, rows: Readonly<Rows>): void {
  console.log(title);
  const table = JSON.stringify(rows, (_name, value: unknown) =>
    typeof value === 'number' ? rounded(value) : value,
  );
  console.table(JSON.parse(table));
}

/** Prints the machine, the setting of a bench, and its figures. */
export function report(setting: string, rows: Readonly<Rows>): void {
  console.log(machine());
  printTable(setting, rows);
}
