// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { displayText } from '#contract/text/ui-display.ts';
import { Badge } from './badge.tsx';
import { ChannelLogo } from '../pictures/channel-logo.tsx';
import { Cover } from '../pictures/cover.tsx';
import { Facts } from './facts.tsx';
import { QueueBadge } from './queue-badge.tsx';
import { RatingMark } from '../rating/rating-mark.tsx';
import './channel-card.css';

export interface ChannelCardProps {
  id: string;
  name: string;
  /** Slug; selects the drawing. */
  sport: string;
  /** "Football", "46 items": with dots between. */
  facts: readonly string[];
  rating?: number | null | undefined;
  coverSrc?: string | null | undefined;
  logoSrc?: string | null | undefined;
  href?: string | undefined;
  unpublished?: boolean | undefined;
  queued?: string | boolean | undefined;
  /** Heading level: 2 where there is no section title above. */
  level?: 2 | 3 | undefined;
  /** `RowMenu` of the person's own channel, or `ReorderButtons` while reordering. */
  trailing?: ReactNode;
  /** One button: Add Content to Channel, Publish channel, Follow. */
  action?: ReactNode;
}

/** A channel as a card: own, followed or found. */
export function ChannelCard({
  id,
  name,
  sport,
  facts,
  rating,
  coverSrc,
  logoSrc,
  href,
  unpublished,
  queued,
  level = 3,
  trailing,
  action,
}: ChannelCardProps) {
  const Title = `h${level}` as const;
  return (
    <article className="channel-card card card--flush">
      <Cover
        className="channel-card__cover"
        id={id}
        sport={sport}
        src={coverSrc}
        shape="channel"
        dimmed={unpublished}
      />
      <div className="channel-card__row">
        <ChannelLogo className="channel-card__logo" src={logoSrc} id={id} name={name} dimmed={unpublished} />
        <div className="grow">
          <Title className="channel-card__name">
            {href === undefined ? (
              name
            ) : (
              <a className="channel-card__open" href={href}>
                {name}
              </a>
            )}
          </Title>
          <p className="channel-card__facts">
            <Facts facts={[...facts, typeof rating === 'number' && <RatingMark value={rating} />]} />
            {unpublished && <Badge tone="warn">{displayText.unpublished}</Badge>}
            {queued && <QueueBadge>{queued === true ? undefined : queued}</QueueBadge>}
          </p>
        </div>
        {trailing && <div className="channel-card__trailing">{trailing}</div>}
      </div>
      {action && <div className="channel-card__action">{action}</div>}
    </article>
  );
}
