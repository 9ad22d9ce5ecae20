import { useState } from 'react';
import type { OutputOf } from '#contract/call.ts';
import { listPeople } from '#contract/comments.ts';
import { createRating, readRating, updateRating } from '#contract/ratings.ts';
import { type WatchDetail } from '#contract/channels.ts';
import { COMMENT_MAX } from '#contract/limits.ts';
import { watchText } from '#contract/text/watch.ts';
import { Chip } from '#ui/buttons/chip.tsx';
import { StarIcon } from '#ui/icons.ts';
import { LazySheet } from '#ui/overlays/lazy-overlays.tsx';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { RatingSummary } from '#ui/rating/rating-summary.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useBlocked } from '#app/blocks/use-blocked.ts';
import { useMe } from '#app/data/me.ts';
import { useOnline } from '#app/device/traffic.ts';
import { useAct } from '#app/data/use-act.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useOwnRow } from '#app/data/use-own-rows.ts';
import { CommentsOf } from './comments-of.tsx';

const RatingSheetBody = lazyOverlay(async () => {
  const { RatingInput } = await import('#ui/forms/rating-input.tsx');
  return ({ open: _open, ...props }: { open: boolean } & Parameters<typeof RatingInput>[0]) => (
    <RatingInput {...props} />
  );
});

/** Rate in three categories; the owner sees the summary instead. Source: WAT-009, WAT-010. */
export function RatingPart({ detail }: { detail: WatchDetail }) {
  const [isOpen, setOpen] = useState(false);
  const summary = useAnswer(readRating, { publishedContentId: detail.id });
  const own = useOwnRow((db) => db.ratings.get(detail.id), [detail.id]);
  const average = summary.answer?.avgTotal ?? null;
  const label = detail.isOwner
    ? watchText.summaryTitle
    : average === null
      ? watchText.rate
      : watchText.rated(average.toFixed(1));
  return (
    <>
      <Chip
        icon={<StarIcon className={own || average !== null ? 'icon-fill' : undefined} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Chip>
      <LazySheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={detail.isOwner ? watchText.summaryTitle : watchText.rateTitle}
      >
        {detail.isOwner ? (
          <OwnerSummary detail={detail} summary={summary.answer} />
        ) : (
          <RateForm detail={detail} hasRated={Boolean(own)} own={own ?? null} onDone={() => setOpen(false)} />
        )}
      </LazySheet>
    </>
  );
}

interface RateFormProps {
  detail: WatchDetail;
  hasRated: boolean;
  own: { contentItemRatings: { Relevance: number; Helpful: number; Engaging: number }; comment: string | null } | null;
  onDone: () => void;
}

function RateForm({ detail, hasRated, own, onDone }: RateFormProps) {
  const act = useAct();
  const me = useMe();
  const isOnline = useOnline();
  const people = useAnswer(listPeople, { publishedContentId: detail.id });
  const blocked = useBlocked();
  const save = async (
    contentItemRatings: { Relevance: number; Helpful: number; Engaging: number },
    comment: string,
  ) => {
    if (!me) return;
    await act(
      hasRated ? updateRating : createRating,
      { publishedContentId: detail.id, contentItemRatings, comment: comment.trim() || null },
      { scope: me.scope },
    );
    onDone();
    showToast({ text: isOnline ? watchText.ratingSaved : watchText.ratingQueued, kind: 'success' });
  };
  return (
    <RatingSheetBody
      open
      commentMax={COMMENT_MAX}
      people={people.answer?.results.filter(({ id }) => !blocked?.has(id))}
      saved={own?.contentItemRatings}
      savedComment={own?.comment ?? ''}
      onSave={(ratings, comment) => void save(ratings as never, comment)}
    />
  );
}

interface OwnerSummaryProps {
  detail: WatchDetail;
  summary: OutputOf<typeof readRating> | undefined;
}

function OwnerSummary({ detail, summary }: OwnerSummaryProps) {
  return (
    <>
      <RatingSummary
        avgTotal={summary?.avgTotal ?? 0}
        count={summary?.count ?? 0}
        averages={{
          Relevance: summary?.avgRelevant ?? 0,
          Helpful: summary?.avgHelpful ?? 0,
          Engaging: summary?.avgEngaging ?? 0,
        }}
      />
      <CommentsOf detail={detail} />
    </>
  );
}
