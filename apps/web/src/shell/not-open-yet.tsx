import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from './page.tsx';

/** Stands for a page that has its address and its name, and is not open yet. */
export function NotOpenYet({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState title="This page is not open yet." />
    </Page>
  );
}
