import { useQuery } from '@tanstack/react-query';
import { dropPageTitle } from '@undertone/domain/drop-page-title';
import { EMBED_SIZE, embedCode, embedUrl, type EmbedTheme } from '@undertone/domain/embed';
import { UNTITLED } from '@undertone/domain/title';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { Drop } from '#features/drops/drop.ts';
import { isEmbeddableOptions } from '#features/drops/embeddable-queries.ts';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import DialogPopup from '#ui/dialog-popup.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { Loading } from '#ui/loading.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { copyText } from '#ui/share-link.ts';

const THEMES: readonly { value: EmbedTheme | 'device'; label: string }[] = [
  { value: 'device', label: 'Device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

interface EmbedDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  drop: Drop;
}

/** The player for other sites, as a preview and as code to copy. */
export default function EmbedDialog({ drop, ...dialog }: EmbedDialogProps) {
  const isEmbeddable = useQuery(isEmbeddableOptions(useClient(), drop.id));
  return (
    <DialogPopup
      {...dialog}
      title="Embed"
      description="Shows this voice drop in a page of another site, as long as it is public."
      shape="sheet"
    >
      <QueryList
        query={isEmbeddable}
        of="this voice drop"
        failure="Failed to load voice drop"
        loading={<Loading label="Loading voice drop..." />}
        compact
        isEmpty={isEmbeddable.data === false}
        empty={
          <EmptyState
            title="Not public"
            description="Only public voice drops of public accounts can be embedded."
          />
        }
      >
        <EmbedChoice drop={drop} />
      </QueryList>
    </DialogPopup>
  );
}

function EmbedChoice({ drop }: { drop: Drop }) {
  const [theme, setTheme] = useState<(typeof THEMES)[number]['value']>('device');
  const url = embedUrl(location.origin, drop.id, {
    theme: theme === 'device' ? undefined : theme,
  });
  const words = drop.title === UNTITLED ? null : drop.title;
  const code = embedCode(url, dropPageTitle(words, drop.author.username));
  return (
    <div className="grid gap-5">
      <iframe
        // A new frame for each theme: a change of the address would become an entry of the browser's history.
        key={url}
        src={url}
        title="Preview"
        height={EMBED_SIZE.height}
        className="w-full rounded-lg border border-line"
      />
      <SegmentedControl label="Theme" segments={THEMES} value={theme} onChange={setTheme} />
      <Field label="Code">
        {(field) => (
          <Textarea
            {...field}
            readOnly
            dir="ltr"
            spellCheck={false}
            value={code}
            onFocus={({ currentTarget }) => currentTarget.select()}
            className="font-mono text-sm break-all"
          />
        )}
      </Field>
      <Button
        className="justify-self-start"
        onClick={() =>
          void copyText(code, { copied: 'Code copied!', failed: 'Failed to copy code' })
        }
      >
        <Copy aria-hidden="true" /> Copy code
      </Button>
    </div>
  );
}
