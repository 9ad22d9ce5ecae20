import { useState } from 'react';
import { publishText } from '#contract/text/publications.ts';
import type { Channel, Publication } from '#contract/rows.ts';
import type { AccountDatabase } from '#store/database.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { AddIcon, RetryIcon } from '#ui/icons.ts';
import { useAfterSkeleton } from '#ui/states/use-delayed-skeleton.ts';
import { inHierarchy } from '#app/navigation/in-hierarchy.ts';
import { useScope } from '#app/data/me.ts';
import { readDeviceSetting } from '#store/device.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useLive } from '#app/data/use-live.ts';
import {
  contentOfUpload,
  draftOfInput,
  freshDraft,
  givenChannelId,
  draftOfPublication,
  type PublishableContent,
  type PublishDraft,
} from './publish-plan.ts';
import { PublishWizard } from './publish-wizard.tsx';
import { readDraft } from './stored-drafts.ts';
import './publish.css';

export interface PublishScreenProps {
  contentId: string;
  /** Preselected channel, e.g. from the channel's own page. */
  channelId: string | undefined;
  /** The channel has no content yet: the tag tutorial is shown even if it was hidden. Source: D-260. */
  isFirstContent: boolean;
  /** Outbox entry of the refused publish to edit. */
  refusedEntryId: string | undefined;
}

interface Start {
  content: PublishableContent | undefined;
  /** The file is still uploading: publishing waits for it. Source: D-360. */
  isUploading: boolean;
  /** The channel it is on, or will be on when it is ready. */
  on: string | undefined;
  /** The content's removed publication, if any. */
  previous: Publication | undefined;
  refused: PublishDraft | undefined;
  kept: PublishDraft | undefined;
  channels: Channel[];
  isTutorialHidden: boolean;
}

/** The content of the Library, or the file that is still uploading and becomes it. */
const readContent = async (db: AccountDatabase, id: string): Promise<Pick<Start, 'content' | 'isUploading' | 'on'>> => {
  const job = await db.uploadJobs.get(id);
  const isUploading = job !== undefined && job.contentId === null;
  const content = (await db.contents.get(id)) ?? (job && contentOfUpload(job));
  const publication = await db.publications
    .where('contentId')
    .equals(id)
    .filter((row) => !row.isDeleted)
    .first();
  return { content, isUploading, on: publication?.channelId };
};

/** Reads the wizard's initial state from this device; undefined while the first read runs. */
const useStart = ({
  contentId,
  refusedEntryId,
  isFirstContent,
}: Omit<PublishScreenProps, 'channelId'>): Start | undefined => {
  const scope = useScope();
  // oxlint-disable-next-line sideline/own-rows -- with drafts and uploads, read together
  return useLive(
    async (db): Promise<Start> => {
      const { content, isUploading, on } = await readContent(db, contentId);
      const entry = refusedEntryId ? await db.outbox.get(refusedEntryId) : undefined;
      return {
        content,
        isUploading,
        on,
        previous: content?.published?.isDeleted ? await db.publications.get(content.published.id) : undefined,
        refused: entry?.call === 'publications.publish' ? draftOfInput(entry.input as never) : undefined,
        kept: await readDraft(db, contentId),
        channels: inHierarchy(await db.channels.where('scope').equals(scope).toArray()),
        isTutorialHidden: !isFirstContent && ((await readDeviceSetting<boolean>('hideTips:tagging')) ?? false),
      };
    },
    [contentId, refusedEntryId, scope, isFirstContent],
  );
};

/** Add Content to Channel: reads the initial state, then shows the wizard. Source: PUB-018…PUB-023. */
export function PublishScreen({ contentId, channelId, isFirstContent, refusedEntryId }: PublishScreenProps) {
  usePageTitle(publishText.title);
  const { skeleton, shown: start } = useAfterSkeleton(useStart({ contentId, refusedEntryId, isFirstContent }));
  if (!start) return <Frame>{skeleton && <Skeleton shape="card" count={1} />}</Frame>;
  if (!start.content)
    return (
      <Frame>
        <EmptyState
          drawing="search"
          level={1}
          title={publishText.gone}
          action={<Button href="/library">{publishText.toLibrary}</Button>}
        />
      </Frame>
    );
  if (start.channels.length === 0) {
    return (
      <Frame>
        <EmptyState
          drawing="quiet"
          level={1}
          title={publishText.noChannel}
          action={<Button href="/create-channel">{publishText.createChannel}</Button>}
        >
          {publishText.noChannelHelp}
        </EmptyState>
      </Frame>
    );
  }
  return (
    <Begin
      key={contentId}
      start={start}
      content={start.content}
      channelId={channelId}
      refusedEntryId={refusedEntryId}
    />
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className="column">
      <AppBar title={publishText.title} back="/library" heading={false} />
      <main id="main" className="page">
        {children}
      </main>
    </div>
  );
}

/** Decides once how the wizard starts: with the stored draft, the previous publication, or empty. */
function Begin({
  start,
  content,
  channelId,
  refusedEntryId,
}: {
  start: Start;
  content: PublishableContent;
  channelId: string | undefined;
  refusedEntryId: string | undefined;
}) {
  // A snapshot: typing in the wizard changes the stored draft, and with it `start`.
  const [initialStart] = useState(start);
  const [isTutorialHidden] = useState(initialStart.isTutorialHidden);
  const typedDraft = initialStart.refused ?? initialStart.kept;
  const fresh = freshDraft(content, givenChannelId(initialStart.channels, channelId));
  const [initial, setInitial] = useState<PublishDraft | undefined>(
    typedDraft ?? (initialStart.previous ? undefined : fresh),
  );
  const [round, setRound] = useState(0);
  // As it was at the start: publishing here changes it a moment before the page is left.
  if (initialStart.on !== undefined) {
    return (
      <Frame>
        <EmptyState
          drawing="quiet"
          level={1}
          title={publishText.already}
          action={<Button href={`/channels/${initialStart.on}`}>{publishText.toChannel}</Button>}
        />
      </Frame>
    );
  }
  if (!initial)
    return (
      <ReAdd
        content={content}
        onPrevious={() => setInitial(draftOfPublication(initialStart.previous!, content))}
        onFresh={() => setInitial(fresh)}
      />
    );
  return (
    <PublishWizard
      key={round}
      content={content}
      channels={start.channels}
      initial={initial}
      isKept={round === 0 && typedDraft !== undefined && typedDraft === initialStart.kept}
      isUploading={start.isUploading}
      isTutorialHidden={isTutorialHidden}
      refusedEntryId={refusedEntryId}
      onStartOver={() => {
        setInitial(initialStart.previous ? undefined : fresh);
        setRound(round + 1);
      }}
    />
  );
}

/** Asks whether to reuse the removed publication's values. Source: LIB-026, D-134. */
function ReAdd({
  content,
  onPrevious,
  onFresh,
}: {
  content: PublishableContent;
  onPrevious: () => void;
  onFresh: () => void;
}) {
  return (
    <Frame>
      <h1>{publishText.reAddTitle}</h1>
      <p className="publish__lead">{publishText.reAddBody(content.published?.channelName ?? '')}</p>
      <RowList label={publishText.reAddTitle}>
        <ListRow
          title={publishText.usePrevious}
          text={publishText.usePreviousHelp}
          leading={<RetryIcon />}
          onOpen={onPrevious}
        />
        <ListRow
          title={publishText.startFresh}
          text={publishText.startFreshHelp}
          leading={<AddIcon />}
          onOpen={onFresh}
        />
      </RowList>
    </Frame>
  );
}
