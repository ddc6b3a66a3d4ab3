import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useId } from 'react';
import { useSession } from '#features/session/session-context.ts';
import {
  mainLinks,
  personalLinks,
  recordLink,
  visitorLinks,
  type NavigationItem,
} from './navigation.ts';

interface SidebarContentProps {
  /** Shows only the icons, with their labels as tooltips. */
  collapsed: boolean;
  /** Called when a link is followed, so that a drawer can close. */
  onNavigate?: () => void;
}

/** The links of the sidebar on a desktop and of the drawer on a phone. */
export function SidebarContent({ collapsed, onNavigate }: SidebarContentProps) {
  const { status } = useSession();
  if (status === 'loading') return null;
  const group = { collapsed, ...(onNavigate && { onNavigate }) };
  return (
    <nav aria-label="Main" className="flex flex-col gap-6">
      {status === 'signed-in' ? (
        <>
          <Group {...group} items={mainLinks} />
          <Group {...group} title="Create" items={[recordLink]} />
          <Group {...group} title="Personal" items={personalLinks} />
        </>
      ) : (
        <Group {...group} items={visitorLinks} />
      )}
    </nav>
  );
}

interface GroupProps extends SidebarContentProps {
  title?: string;
  items: readonly NavigationItem[];
}

function Group({ title, items, collapsed, onNavigate }: GroupProps) {
  const id = useId();
  return (
    <div>
      {title !== undefined && (
        <p
          id={id}
          className={clsx('mb-1.5 px-3 text-xs font-medium text-ink-faint', collapsed && 'sr-only')}
        >
          {title}
        </p>
      )}
      <ul aria-labelledby={title === undefined ? undefined : id} className="grid gap-0.5">
        {items.map((item) => (
          <li key={item.label}>
            <Item item={item} collapsed={collapsed} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ItemProps {
  item: NavigationItem;
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
}

function Item({ item, collapsed, onNavigate }: ItemProps) {
  const { icon: Icon, label, link } = item;
  const records = item === recordLink;
  return (
    <Link
      {...link}
      onClick={onNavigate}
      aria-label={collapsed ? label : undefined}
      data-tooltip={collapsed ? label : undefined}
      data-tooltip-side="right"
      activeProps={{ className: 'bg-paper-hover text-ink font-medium' }}
      inactiveProps={{ className: 'text-ink-soft hover:bg-paper-hover hover:text-ink' }}
      className={clsx(
        'flex min-h-11 items-center gap-3.5 rounded-md text-[0.9375rem] transition-colors',
        collapsed ? 'justify-center' : 'px-3 py-1',
        records && 'border border-line',
      )}
    >
      <Icon className={clsx('size-5 shrink-0', records && 'text-voice')} strokeWidth={1.75} />
      {!collapsed && label}
    </Link>
  );
}
