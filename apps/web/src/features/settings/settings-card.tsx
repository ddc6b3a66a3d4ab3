import { useId, type ReactNode } from 'react';
import { Card } from '#ui/card.tsx';

/** One group of settings under its heading. */
export function SettingsCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <Card>
        <h2 id={id} className="mb-4 text-xl">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  );
}
