// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { LibraryContent } from '#contract/rows.ts';
import type { OutboxEntry } from '#store/database.ts';
import { useAccount } from '#app/data/account.ts';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import type { ContentDialog } from './content-dialogs.tsx';

const ContentDialogs = lazyPart(async () => (await import('./content-dialogs.tsx')).ContentDialogs);

export type OpenContentDialog = (
  kind: ContentDialog['kind'],
  contents: readonly LibraryContent[],
  refused?: ContentDialog['refused'],
) => void;

export interface ContentDialogsView {
  /** Stable identity, so that tiles do not render again. */
  open: OpenContentDialog;
  /** Reopens a refused rename or publish with its input. */
  editRefused(entry: OutboxEntry): Promise<void>;
  dialogs: ReactNode;
}

/** The sheets and confirmations for content, loaded when the first one opens. */
export const useContentDialogs = (onDone: () => void): ContentDialogsView => {
  const { db } = useAccount();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<ContentDialog>();
  const [isOpen, setOpen] = useState(false);

  const open: OpenContentDialog = useCallback((kind, contents, refused) => {
    setDialog((previous) => ({ kind, contents, refused, round: (previous?.round ?? 0) + 1 }));
    setOpen(true);
  }, []);
  const editRefused = async ({ id, call, input }: OutboxEntry) => {
    if (call === 'publications.publish')
      return navigate({
        to: '/publish-content/$contentId',
        params: { contentId: String(input['contentId']) },
        search: { again: id },
      });
    const content = await db.contents.get(String(input['id']));
    if (content) open('rename', [content], { name: String(input['filename']), entryId: id });
  };
  const dialogs = dialog && (
    <Suspense fallback={null}>
      <ContentDialogs key={dialog.round} dialog={dialog} open={isOpen} onClose={() => setOpen(false)} onDone={onDone} />
    </Suspense>
  );
  return { open, editRefused, dialogs };
};
