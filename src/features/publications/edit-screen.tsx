import { useState } from 'react';
import { editText } from '#contract/text/publications.ts';
import type { Channel } from '#contract/rows.ts';
import type { AccountDatabase } from '#store/database.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { useAfterSkeleton } from '#ui/states/use-delayed-skeleton.ts';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { coverOfInput, editDraft, withRefused, type EditDraft } from './edit-plan.ts';
import { EditForm } from './edit-form.tsx';
import { HeldNote } from './held-note.tsx';
import { RemovedNote } from './removed-note.tsx';
import { isStoredFile, type CoverChoice, type PublishableContent } from './publish-plan.ts';
import { readEdit } from './stored-drafts.ts';
import './publish.css';

export interface EditScreenProps {
  publishedId: string;
  /** Outbox entry of the refused change to edit. */
  refusedEntryId: string | undefined;
}

interface Start {
  content: PublishableContent;
  channel: Channel | undefined;
  isLive: boolean;
  /** The form with what is published. */
  fresh: EditDraft;
  /** The form with a refused change. */
  refused: EditDraft | undefined;
  /** What was typed before and neither saved nor discarded. */
  kept: EditDraft | undefined;
}

/** The cover that a waiting change brings, if only this device has the picture: the row still has the former one. */
const readPendingCover = async (db: AccountDatabase, publishedId: string): Promise<CoverChoice | undefined> => {
  const entries = await db.outbox.orderBy('order').toArray();
  const covers = entries
    .filter(({ state, keys }) => state !== 'refused' && keys.includes(publishedId))
    .map(({ call, input }) =>
      coverOfInput(
        call === 'publications.publish'
          ? { cover_image: input['coverImage'], origin_cover_image: input['originCoverImage'], ...input }
          : input,
      ),
    );
  const last = covers.findLast((cover) => cover !== undefined);
  return last && isStoredFile(last.ref) ? last : undefined;
};

const readStart = async (db: AccountDatabase, { publishedId, refusedEntryId }: EditScreenProps): Promise<Start[]> => {
  const publication = await db.publications.get(publishedId);
  const content = publication && (await db.contents.get(publication.contentId));
  if (!content || publication.isDeleted) return [];
  const fresh = editDraft(publication, content, await readPendingCover(db, publishedId));
  const refused = refusedEntryId ? await db.outbox.get(refusedEntryId) : undefined;
  return [
    {
      content,
      channel: await db.channels.get(publication.channelId),
      isLive: publication.isLive || typeof publication.removedReason === 'string',
      fresh,
      refused: refused && withRefused(fresh, refused.input),
      kept: await readEdit(db, publishedId),
    },
  ];
};

/** Edit channel content: reads the publication from this device, then shows its form. Source: PUB-024…PUB-027. */
export function EditScreen(props: EditScreenProps) {
  const { publishedId, refusedEntryId } = props;
  usePageTitle(editText.title);
  const { skeleton, shown } = useAfterSkeleton(
    useOwnRows((db) => readStart(db, { publishedId, refusedEntryId }), [publishedId, refusedEntryId]),
  );
  if (!shown) return <Frame>{skeleton && <Skeleton shape="card" count={1} />}</Frame>;
  return <Begin {...props} start={shown[0]} />;
}

/** Decides once which values the form starts with: the refused change, the kept draft, or the published ones. */
function Begin({ start, ...props }: EditScreenProps & { start: Start | undefined }) {
  // A snapshot: a pull, or the draft that is stored while typing, must not change the form.
  const [first] = useState(start);
  const [isOver, setOver] = useState(false);
  if (!first)
    return (
      <Frame>
        <EmptyState
          drawing="search"
          level={1}
          title={editText.notPublished}
          action={<Button href="/library">{editText.toLibrary}</Button>}
        >
          {editText.notPublishedHelp}
        </EmptyState>
      </Frame>
    );
  const { content, channel, isLive, fresh, refused, kept } = first;
  const typed = isOver ? undefined : (refused ?? kept);
  return (
    <EditForm
      key={String(isOver)}
      {...props}
      content={content}
      channel={channel}
      isLive={isLive}
      initial={typed ?? fresh}
      isKept={typed !== undefined && typed === kept}
      note={
        <>
          <RemovedNote publishedId={props.publishedId} />
          <HeldNote publishedId={props.publishedId} />
        </>
      }
      onStartOver={() => setOver(true)}
    />
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className="column">
      <AppBar title={editText.title} back={goBack} heading={false} />
      <main id="main" className="page">
        {children}
      </main>
    </div>
  );
}
