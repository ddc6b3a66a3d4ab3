import { useQuery } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { useState, type ReactNode } from 'react';
import { useClient } from '#lib/app.ts';
import type { Folder } from '#features/messages/message-keys.ts';
import type { MessagePlace } from '#features/messages/message.ts';
import { requestCountOptions } from '#features/messages/queries.ts';
import { Badge } from '#ui/badge.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { ConversationList } from './conversation-list.tsx';
import { FoundMessages } from './found-messages.tsx';

interface ConversationsPaneProps {
  userId: string;
  openId: string | undefined;
  /** Called when a message is chosen that was searched for. */
  onFound: (message: MessagePlace) => void;
}

/** The conversations of a folder, or the messages that were searched for. */
export function ConversationsPane({ userId, openId, onFound }: ConversationsPaneProps) {
  // The list stays while conversations are opened.
  const [words, setWords] = useState('');
  const [folder, setFolder] = useState<Folder>('inbox');
  const { data: requests = 0 } = useQuery(requestCountOptions(useClient(), userId));
  const tabs: { value: Folder; label: ReactNode }[] = [
    { value: 'inbox', label: 'Inbox' },
    {
      value: 'requests',
      label: (
        <>
          Requests
          {requests > 0 && (
            <Badge variant="count" className="ml-1.5">
              {countLabel(requests)}
            </Badge>
          )}
        </>
      ),
    },
    { value: 'archive', label: 'Archive' },
  ];
  return (
    <>
      <div className="grid gap-3 px-4 pt-4 pb-3 low:pt-2">
        <h1 className="text-2xl">Messages</h1>
        <SearchField
          label="Search messages"
          placeholder="Search your messages"
          value={words}
          onSearch={setWords}
        />
      </div>
      {words === '' ? (
        <Tabs
          label="Conversations"
          tabs={tabs}
          value={folder}
          onChange={setFolder}
          fill
          className="flex min-h-0 grow flex-col [&>[role=tabpanel]]:min-h-0 [&>[role=tabpanel]]:grow [&>[role=tabpanel]]:overflow-y-auto"
        >
          <ConversationList userId={userId} folder={folder} openId={openId} />
        </Tabs>
      ) : (
        <div className="min-h-0 grow overflow-y-auto border-t border-line">
          <FoundMessages userId={userId} words={words} onFound={onFound} />
        </div>
      )}
    </>
  );
}
