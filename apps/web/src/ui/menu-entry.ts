import type { ReactNode } from 'react';

/** Something to do. */
export interface MenuAction {
  kind?: 'action';
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  /** For what cannot be undone. */
  danger?: boolean;
  disabled?: boolean;
}

/** A choice of one among several, the current one ticked. */
export interface MenuChoice {
  kind: 'choice';
  label: string;
  value: string;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
  onChange: (value: string) => void;
}

/** A hairline between groups of entries. */
interface MenuDivider {
  kind: 'divider';
}

export type MenuEntry = MenuAction | MenuChoice | MenuDivider;
