import { useState, type RefObject } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { publish } from '#contract/publications.ts';
import { newId } from '#contract/ids.ts';
import { publishText, scheduleText } from '#contract/text/publications.ts';
import { discard } from '#store/outbox/enqueue.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { formatFullDate } from '#app/format/format.ts';
import { useAct } from '#app/data/use-act.ts';
import { toPublish, type PublishDraft } from './publish-plan.ts';
import type { KeptDraft } from '#app/forms/use-kept-draft.ts';

export interface PublishOptions extends Pick<KeptDraft<PublishDraft>, 'draft' | 'forget'> {
  contentId: string;
  /** The file is still uploading: the change waits for it on this device. Source: D-360. */
  isUploading: boolean;
  /** The refused entry that this one replaces. */
  refusedEntryId: string | undefined;
  /** Set once the change is stored: leaving needs no confirmation any more. */
  isDoneRef: RefObject<boolean>;
}

/** Queues the publish, then opens the channel's page, which offers what comes next. Source: PUB-019, PUB-051. */
export const usePublish = ({ draft, forget, contentId, isUploading, refusedEntryId, isDoneRef }: PublishOptions) => {
  const { db } = useAccount();
  const act = useAct();
  const navigate = useNavigate();
  const [isPublishing, setPublishing] = useState(false);
  const send = async () => {
    setPublishing(true);
    try {
      const { input, files } = toPublish(draft, newId(), contentId);
      await act(publish, input, { files, dependsOn: isUploading ? contentId : null });
      if (refusedEntryId) await discard(db, refusedEntryId);
      await forget();
      isDoneRef.current = true;
      await navigate({
        to: '/channels/$channelId',
        params: { channelId: input.channelId },
        state: { published: input.id },
        replace: true,
      });
      const text = input.publishAt
        ? scheduleText.scheduled(input.title, formatFullDate(input.publishAt))
        : publishText.added(input.title);
      showToast({ text, kind: 'success' });
    } finally {
      setPublishing(false);
    }
  };
  return { isPublishing, send };
};
