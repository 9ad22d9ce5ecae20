import { useRef, useState } from 'react';
import { listPeople, makeLogin, signOutPerson, type PersonOfDesk } from '#contract/desk.ts';
import { PEOPLE_SEARCH_MAX, SEARCH_DEBOUNCE_MS } from '#contract/search-limits.ts';
import { deskText } from '#contract/text/applications-desk.ts';
import { deskActText } from '#contract/text/desk.ts';
import { notificationKinds } from '#contract/text/notifications.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { Time } from '#ui/time.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { DeskTabs } from '#app/desk/desk-tabs.tsx';
import { DeskAnswer, DeskView } from '#app/desk/desk-view.tsx';
import { useDesk } from '#app/desk/use-desk.ts';
import { formatFullDate, formatWhen } from '#app/format/format.ts';
import { useDebounced } from '#app/lists/use-debounced.ts';
import { useKept, usePages } from '#app/navigation/entries.ts';
import { leaveFor } from '#app/navigation/leave-for.ts';
import { ActSheet } from './act-sheet.tsx';

const { people: text } = deskActText;
const PAGE_SIZE = 25;
/** Only how many there are. */
const COUNT = { limit: 1, offset: 0 };

/** People, found by name, username or email: an operator logs in as one of them, or signs them out. Source: decision 0114. */
export function PeoplePage() {
  const [typed, setTyped] = useKept('search', '');
  const search = useDebounced(typed, SEARCH_DEBOUNCE_MS).trim();
  return (
    <DeskView desk={useDesk(listPeople, [COUNT])} title={() => text.title} otherwise="/dashboard">
      {() => (
        <div className="stack">
          <DeskTabs selected="people" />
          <SearchField
            label={text.search}
            maxLength={PEOPLE_SEARCH_MAX}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Found search={search} />
        </div>
      )}
    </DeskView>
  );
}

function Found({ search }: { search: string }) {
  const [pages, more] = usePages(`people ${search}`);
  const inputs = Array.from({ length: pages }, (_, page) => ({
    limit: PAGE_SIZE,
    offset: page * PAGE_SIZE,
    ...(search && { search }),
  }));
  const desk = useDesk(listPeople, inputs);
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setOpen] = useState(false);
  const ask: Ask = (about, act) => {
    setAsked({ about, act });
    setOpen(true);
  };
  return (
    <>
      <DeskAnswer desk={desk}>
        {(answers) => {
          const { count } = answers[0]!;
          const people = answers.flatMap(({ results }) => results);
          if (count === 0) return <EmptyState drawing="search" title={text.none} />;
          return (
            <div className="stack">
              <p className="t-2" role="status">
                {text.count(count)}
              </p>
              <People people={people} ask={ask} />
              {people.length < count && (
                <Button variant="outline" onClick={more}>
                  {deskText.more}
                </Button>
              )}
            </div>
          );
        }}
      </DeskAnswer>
      {/* Beside the answer: a search that is answered later must not take the question away. */}
      {asked && <PersonSheet {...asked} open={isOpen} onClose={() => setOpen(false)} reload={desk.reload} />}
    </>
  );
}

type Asked = { about: PersonOfDesk; act: 'logIn' | 'signOut' };
type Ask = (about: PersonOfDesk, act: Asked['act']) => void;

function People({ people, ask }: { people: readonly PersonOfDesk[]; ask: Ask }) {
  const { userId } = useAccount();
  return (
    <ul className="desk__cards" aria-label={text.list}>
      {people.map((person) => (
        <li key={person.userId} className="card stack-s">
          <Facts person={person} />
          {person.state === 'active' && person.userId !== userId && (
            <div className="desk__actions">
              {!person.isSuperadmin && (
                <Button variant="outline" size="m" onClick={() => ask(person, 'logIn')}>
                  {text.logIn}
                </Button>
              )}
              <Button variant="outline" size="m" onClick={() => ask(person, 'signOut')}>
                {text.signOut}
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Facts({ person }: { person: PersonOfDesk }) {
  const { name, username, email, roles, organizations, joinedAt, sessions, lastSeenAt, state, isSuperadmin } = person;
  const does = [...roles.map((role) => text.roles[role]), ...organizations];
  return (
    <>
      <h2 className="t-strong">{name}</h2>
      <p className="desk__told t-2">
        @{username} · {email}
      </p>
      {(state !== 'active' || isSuperadmin) && (
        <p>
          {state === 'active' ? (
            <Badge tone="info">{text.operator}</Badge>
          ) : (
            <Badge tone="danger">{text.states[state]}</Badge>
          )}
        </p>
      )}
      {does.length > 0 && <p className="t-small">{does.join(' · ')}</p>}
      <p className="t-small t-2">
        <Time iso={joinedAt} full={formatFullDate}>
          {text.joined(formatWhen(joinedAt))}
        </Time>
        {' · '}
        {sessions === 0 ? text.signedOut : text.devices(sessions)}
        {lastSeenAt && sessions > 0 && ` · ${text.lastSeen(formatWhen(lastSeenAt))}`}
      </p>
    </>
  );
}

/** The path of a link: its address has the server's public name, which may be another one for this device. */
const pathOf = (link: string): string => {
  const { pathname, search } = new URL(link);
  return pathname + search;
};

interface PersonSheetProps extends Asked {
  open: boolean;
  onClose: () => void;
  reload: () => void;
}

function PersonSheet({ about, act, open, onClose, reload }: PersonSheetProps) {
  const { name, userId } = about;
  const account = useAccount();
  const call = useOnlineCall();
  const scope = `user:${account.userId}` as const;
  const link = useRef('');
  const isLogIn = act === 'logIn';
  const kind = notificationKinds[isLogIn ? 'operator_signed_in' : 'operator_signed_out'];
  return (
    <ActSheet
      open={open}
      onClose={onClose}
      title={isLogIn ? text.logInTitle(name) : text.signOutTitle(name)}
      label={isLogIn ? text.logIn : text.signOut}
      draftKey={`desk-person-${act}-${userId}`}
      person={name}
      told={(reason) => kind.text({ reason })}
      act={async (reason, key) => {
        if (isLogIn) link.current = (await call(makeLogin, { userId, reason }, { scope, key })).link;
        else await call(signOutPerson, { userId, reason }, { scope, key });
      }}
      onDone={() => {
        if (isLogIn) return leaveFor(pathOf(link.current));
        showToast({ text: text.signedOutToast, kind: 'success' });
        reload();
      }}
    >
      <p>{isLogIn ? text.logInHelp(name) : text.signOutHelp}</p>
    </ActSheet>
  );
}
