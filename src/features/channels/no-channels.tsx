import { channelsText } from '#contract/text/channels.ts';
import { channelsReviewText as text } from '#contract/text/channels-review.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { useScope } from '#app/data/me.ts';
import { useApplicationInReview } from './use-application-in-review.ts';

/** The page without a channel: how to begin, or that the application is still under review. Source: PUB-005, T-19. */
export function NoChannels() {
  const scope = useScope();
  const communities = useOwnRows(
    (db) =>
      db.communities
        .where('scope')
        .equals(scope)
        .filter(({ status }) => status === 'approved')
        .toArray(),
    [scope],
  );
  const sport = useApplicationInReview(communities?.length === 0);
  if (communities?.length === 0 && sport !== undefined) return <InReview sport={sport} level={2} />;
  return (
    <EmptyState drawing="quiet" title={channelsText.emptyTitle}>
      {channelsText.empty}
    </EmptyState>
  );
}

/** What a person can do until the application is decided. Source: decision 0131. */
export function InReview({ sport, level }: { sport: string; level: 1 | 2 }) {
  return (
    <EmptyState
      drawing="quiet"
      level={level}
      title={text.title(sport)}
      action={<Button href="/library">{text.toLibrary}</Button>}
    >
      {text.help}
    </EmptyState>
  );
}
