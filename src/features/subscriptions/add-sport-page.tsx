import { useState } from 'react';
import { listSports, type Sport } from '#contract/sports.ts';
import { joinText as text } from '#contract/text/subscriptions-join.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Badge } from '#ui/tiles/badge.tsx';
import { ChannelLogo } from '#ui/pictures/channel-logo.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useAnswer } from '#app/data/use-answer.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';

/** Sports change rarely. Source: D-326. */
const SPORTS_FRESH = { freshMs: 24 * 3_600_000 };
const TONES = { Launched: undefined, Beta: 'info', WaitList: 'warn' } as const;

const roleHref = ({ id }: Sport, from: string | undefined): string =>
  `/sport-subscribe-current-role?sport=${id}${from ? `&from=${encodeURIComponent(from)}` : ''}`;

/** Sports to join for a Member, by name; those already joined are left out. Source: SPO-016, EXP-003. */
export function AddSportPage({ from, placeholder }: { from: string | undefined; placeholder: string | undefined }) {
  usePageTitle(text.addTitle);
  const [typed, setTyped] = useState('');
  const answered = useAnswer(listSports, {}, SPORTS_FRESH);
  const own = useOwnRows((db) => db.subscriptions.toArray(), []);
  const joined = new Set(own?.map(({ sportId }) => sportId));
  return (
    <>
      <AppBar title={text.addTitle} back={goBack} />
      <main id="main" className="page">
        <div className="stack">
          <SearchField
            label={text.search}
            placeholder={placeholder ?? text.search}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <AnswerView answered={answered} shape="row">
            {({ results }) => (
              // Before the first pull is complete the device does not know what the person has joined.
              <AfterSkeleton read={own} shape="row">
                {() => <Found sports={results.filter(({ id }) => !joined.has(id))} typed={typed.trim()} from={from} />}
              </AfterSkeleton>
            )}
          </AnswerView>
        </div>
      </main>
    </>
  );
}

function Found({ sports, typed, from }: { sports: readonly Sport[]; typed: string; from: string | undefined }) {
  const found = sports.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
  if (sports.length === 0) return <EmptyState drawing="quiet" title={text.allJoined} />;
  if (found.length === 0) return <EmptyState drawing="search" title={text.noResult} />;
  return (
    <RowList label={text.sports}>
      {found.map((sport) => (
        <ListRow
          key={sport.id}
          href={roleHref(sport, from)}
          leading={<ChannelLogo sport={sport.id} size="s" />}
          title={sport.name}
          trailing={<Badge tone={TONES[sport.sportType]}>{text.badges[sport.sportType]}</Badge>}
        />
      ))}
    </RowList>
  );
}
