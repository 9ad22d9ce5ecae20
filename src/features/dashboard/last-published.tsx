import { useState } from 'react';
import {
  PUBLISHED_ORDERS,
  PUBLISHED_PRICINGS,
  type PublishedItem,
  type readLastPublished,
} from '#contract/dashboard.ts';
import { dashboardText as text } from '#contract/text/dashboard.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/buttons/chip.tsx';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { ContentTile } from '#ui/tiles/content-tile.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Facts } from '#ui/tiles/facts.tsx';
import { FilterIcon } from '#ui/icons.ts';
import { Rail } from '#ui/lists/rail.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { Time } from '#ui/time.tsx';
import type { Answered } from '#app/data/use-answer.ts';
import { formatAge, formatCount, formatFullDate, formatLength } from '#app/format/format.ts';
import { watchAddress } from '#app/navigation/watch-address.ts';
import { WidgetAnswer } from './widget-answer.tsx';
import type { DashboardTarget } from './use-target.ts';

export interface PublishedChoice {
  sortBy: (typeof PUBLISHED_ORDERS)[number];
  pricing: (typeof PUBLISHED_PRICINGS)[number];
}
interface LastPublishedProps {
  target: DashboardTarget;
  answered: Answered<typeof readLastPublished>;
  choice: PublishedChoice;
  onChoose: (choice: PublishedChoice) => void;
}

const pageOf = ({ type, id }: DashboardTarget): string =>
  type === 'all' ? '/channels' : type === 'channel' ? `/channels/${id}` : `/playlists/${id}`;

/** A carousel of what was published, in an order. Source: DAS-002, D-145. */
export function LastPublished({ target, answered, choice, onChoose }: LastPublishedProps) {
  const [isOpen, setOpen] = useState(false);
  const isFirst = choice.sortBy === 'newest' && choice.pricing === 'all';
  return (
    <section>
      <SectionHeading href={pageOf(target)}>{text.lastPublished}</SectionHeading>
      <p className="dashboard__order">
        <Chip opens="dialog" icon={<FilterIcon className="icon-s" />} onClick={() => setOpen(true)}>
          {choice.pricing === 'all'
            ? text.orders[choice.sortBy]
            : `${text.orders[choice.sortBy]} · ${text.pricings[choice.pricing]}`}
        </Chip>
      </p>
      <WidgetAnswer answered={answered} shape="tile">
        {({ results }) =>
          results.length === 0 ? (
            <NothingPublished isFirst={isFirst} />
          ) : (
            <Rail label={text.lastPublished}>
              {results.map((item) => (
                <PublishedTile key={item.id} item={item} />
              ))}
            </Rail>
          )
        }
      </WidgetAnswer>
      <OrderSheet open={isOpen} onClose={() => setOpen(false)} choice={choice} onChoose={onChoose} />
    </section>
  );
}

function NothingPublished({ isFirst }: { isFirst: boolean }) {
  return isFirst ? (
    <EmptyState
      level={3}
      drawing="library"
      title={text.nothingPublished}
      action={
        <Button size="m" href="/library">
          {text.toLibrary}
        </Button>
      }
    >
      {text.nothingPublishedHelp}
    </EmptyState>
  ) : (
    <EmptyState level={3} drawing="search" title={text.nothingLike}>
      {text.nothingLikeHelp}
    </EmptyState>
  );
}

function PublishedTile({ item }: { item: PublishedItem }) {
  const { id, title, content, coverImage, sportId, channel, channelName, pricingCategory, publishedAt, views } = item;
  return (
    <ContentTile
      id={id}
      title={title}
      kind={content.type}
      length={formatLength(content)}
      sport={sportId}
      coverSrc={coverImage}
      href={watchAddress({ id, channel: { id: channel, name: channelName, logoImage: null } })}
      memberOnly={pricingCategory === 'member_only'}
      meta={
        <Facts
          facts={[
            <Time key="at" iso={publishedAt} full={formatFullDate}>
              {formatAge(publishedAt)}
            </Time>,
            text.views(views, formatCount(views)),
          ]}
        />
      }
    />
  );
}

const ORDER_OPTIONS = PUBLISHED_ORDERS.map((value) => ({ value, label: text.orders[value] }));
const PRICING_OPTIONS = PUBLISHED_PRICINGS.map((value) => ({ value, label: text.pricings[value] }));

function OrderSheet({
  open,
  onClose,
  choice,
  onChoose,
}: {
  open: boolean;
  onClose: () => void;
} & Pick<LastPublishedProps, 'choice' | 'onChoose'>) {
  return (
    <Sheet open={open} onClose={onClose} title={text.order}>
      <div className="stack">
        <h3 className="t-label">{text.sortBy}</h3>
        <ChipFilter
          single
          wrap
          label={text.sortBy}
          options={ORDER_OPTIONS}
          value={[choice.sortBy]}
          onChange={([sortBy]) => sortBy && onChoose({ ...choice, sortBy })}
        />
        <h3 className="t-label">{text.pricing}</h3>
        <ChipFilter
          single
          wrap
          label={text.pricing}
          options={PRICING_OPTIONS}
          value={[choice.pricing]}
          onChange={([pricing]) => pricing && onChoose({ ...choice, pricing })}
        />
      </div>
    </Sheet>
  );
}
