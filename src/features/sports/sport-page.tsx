import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { listFollowed } from '#contract/channels.ts';
import { listSportContents, readSport } from '#contract/sports.ts';
import { channelText } from '#contract/text/channels-page.ts';
import { commonText } from '#contract/text/common.ts';
import { communityText } from '#contract/text/community.ts';
import { sportText } from '#contract/text/sports.ts';
import { AppBar } from '#ui/app-bar.tsx';
import { Button } from '#ui/button.tsx';
import { Cover } from '#ui/cover.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { TileGrid } from '#ui/tile-grid.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { goBack } from '#app/navigation/back.ts';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { useFollowedIds } from '#app/lists/follow-button.tsx';
import { FollowableChannels } from '#app/lists/followable-channels.tsx';
import { ListedTile } from '#app/lists/listed-tile.tsx';
import { usePageTitle } from '#app/navigation/title.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { useSavedIds } from '#app/data/use-saved.ts';
import { useScrolled } from '#app/frame/use-scrolled.ts';
import { EVERYTHING, SportTools } from './sport-tools.tsx';
import { SubscribeBoard } from './subscribe-board.tsx';
import './sport-page.css';

type Tab = 'recommended' | 'community';
/** Scroll position from which the header is compact, px. Source: D-266. */
const COMPACT_AFTER_PX = 20;
/** Contents per page. Source: EXP-031. */
const PAGE_SIZE = 25;

/** A sport: its price, its contents, and the followed channels in it. Source: SPO-001…SPO-006. */
export function SportPage({ sportId, sportName }: { sportId: string; sportName: string }) {
  usePageTitle(sportName);
  const [tab, setTab] = useState<Tab>('recommended');
  const isCompact = useScrolled(COMPACT_AFTER_PX);
  const sport = useAnswer(readSport, { name: sportId }, { freshMs: 60_000 });
  // The address may name a sport that does not exist.
  const isUnknown = !sport.answer && sport.error?.status === 404;
  return (
    <>
      <AppBar clear compact={isCompact} title={sportName} back={goBack} />
      <main className="page sport-page">
        <header className="sport-page__hero">
          <Cover id={sportId} sport={sportId} whole eager shape="fill" />
          <div className="sport-page__over">
            <h1>{sportName}</h1>
            {sport.answer && <p>{sportText.creatorsWithContent(sport.answer.activeEducatorsWithContent)}</p>}
          </div>
        </header>
        {sport.answer && <SubscribeBoard sport={sport.answer} />}
        {isUnknown ? (
          <AnswerView answered={sport} shape="card">
            {() => null}
          </AnswerView>
        ) : (
          <>
            <Tabs
              label={sportName}
              group="sport"
              selected={tab}
              onSelect={setTab}
              items={[
                { id: 'recommended', label: communityText.recommended },
                { id: 'community', label: sportText.communityTab },
              ]}
            />
            <TabPanel group="sport" id={tab}>
              {tab === 'recommended' ? <SportContents sportId={sportId} /> : <SportCommunity sportId={sportId} />}
            </TabPanel>
          </>
        )}
      </main>
    </>
  );
}

function SportContents({ sportId }: { sportId: string }) {
  const [query, setQuery] = useState(EVERYTHING);
  const saved = useSavedIds();
  const paged = usePagedAnswer(listSportContents, JSON.stringify([sportId, query]), (page) => ({
    sportId,
    ...query,
    limit: PAGE_SIZE,
    offset: page * PAGE_SIZE,
  }));
  return (
    <div className="stack sport-page__panel">
      <SportTools
        query={query}
        found={paged.answered.answer?.count}
        onChange={(change) => setQuery({ ...query, ...change })}
      />
      <AnswerList paged={paged} shape="tile" empty={<EmptyState drawing="quiet" title={commonText.noContent} />}>
        {(contents) => (
          <TileGrid label={channelText.items}>
            {contents.map((item) => (
              <ListedTile key={item.id} item={item} isSaved={saved.has(item.id)} />
            ))}
          </TileGrid>
        )}
      </AnswerList>
    </div>
  );
}

function SportCommunity({ sportId }: { sportId: string }) {
  const navigate = useNavigate();
  const followed = useFollowedIds();
  const paged = usePagedAnswer(listFollowed, sportId, (page) => ({
    sport: sportId,
    ...(page > 0 && { page: page + 1 }),
  }));
  const toRecommended = () => void navigate({ to: '/community', search: { tab: 'recommended', sport: sportId } });
  return (
    <AnswerList
      paged={paged}
      shape="card"
      shows={({ id }) => followed.has(id)}
      empty={
        <EmptyState
          drawing="quiet"
          title={sportText.noFollowed}
          action={
            <Button size="m" onClick={toRecommended}>
              {communityText.goRecommended}
            </Button>
          }
        />
      }
    >
      {(channels) => <FollowableChannels label={sportText.communityTab} channels={channels} />}
    </AnswerList>
  );
}
