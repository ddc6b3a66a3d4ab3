import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { PanelLeft } from 'lucide-react';
import { useSession } from '#features/session/session-context.ts';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LogoMark, Wordmark } from '#ui/logo.tsx';
import { SidebarContent } from './sidebar-content.tsx';

/** The sidebar of wide screens: icons, or icons with labels. */
export function Sidebar({ expanded, onToggle }: { expanded: boolean; onToggle: () => void }) {
  const { status } = useSession();
  const label = expanded ? 'Collapse sidebar' : 'Expand sidebar';
  return (
    <aside
      data-sidebar={expanded ? 'expanded' : 'collapsed'}
      className="fixed inset-y-0 left-0 z-30 hidden w-(--sidebar-width) flex-col overflow-x-hidden overflow-y-auto border-r border-line bg-paper-sunken px-2 pb-[calc(var(--player-height)+0.75rem)] transition-[width] duration-160 md:flex"
    >
      <div className="flex h-16 shrink-0 items-center px-1.5">
        <Link
          to={status === 'signed-in' ? '/app' : '/'}
          aria-label="Undertone"
          className="rounded-sm p-1.5"
        >
          {expanded ? <Wordmark /> : <LogoMark />}
        </Link>
      </div>
      <div className="grow pt-2">
        <SidebarContent collapsed={!expanded} />
      </div>
      <IconButton
        label={label}
        aria-expanded={expanded}
        aria-keyshortcuts="Control+B Meta+B"
        data-tooltip={`${label} (Ctrl+B)`}
        data-tooltip-side="right"
        onClick={onToggle}
        className={clsx('mt-6', expanded && 'ml-0.5')}
      >
        <PanelLeft strokeWidth={1.75} />
      </IconButton>
    </aside>
  );
}

interface SidebarDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The sidebar's links on a phone, in a drawer. */
export function SidebarDrawer({ open, onOpenChange }: SidebarDrawerProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Undertone" shape="drawer">
      <SidebarContent collapsed={false} onNavigate={() => onOpenChange(false)} />
    </Dialog>
  );
}
