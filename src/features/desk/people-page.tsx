import { useRef, useState } from 'react';
import { listPeople, makeLogin, setSuspended, signOutPerson, type PersonOfDesk } from '#contract/desk.ts';
import { PEOPLE_SEARCH_MAX, SEARCH_DEBOUNCE_MS } from '#contract/search-limits.ts';
import { deskActText } from '#contract/text/desk.ts';
import { notificationKinds } from '#contract/text/notifications.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { Time } from '#ui/time.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { DeskList } from '#app/desk/desk-list.tsx';
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

const STATES = ['all', 'suspended'] as const;
type State = (typeof STATES)[number];

/**
 * People, found by name, username or email: an operator logs in as one of them, signs them out, suspends or restores them.
 * Source: decision 0114, decision 0120.
 *
 * @param search What is searched for when the page opens.
 */
export function PeoplePage({ search: wanted = '' }: { search?: string }) {
  const [typed, setTyped] = useKept('search', wanted);
  const [state, setState] = useKept<State>('state', 'all');
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
          <ChipFilter
            label={text.filter}
            single
            value={[state]}
            onChange={([next]) => setState(next!)}
            options={STATES.map((value) => ({ value, label: text.filters[value] }))}
          />
          <Found search={search} state={state} />
        </div>
      )}
    </DeskView>
  );
}

const noneOf = (search: string, state: State): string => {
  if (state === 'all') return text.none;
  return search ? text.noneSuspendedFound : text.noneSuspended;
};

function Found({ search, state }: { search: string; state: State }) {
  const [pages, more] = usePages(`people ${state} ${search}`);
  const inputs = Array.from({ length: pages }, (_, page) => ({
    limit: PAGE_SIZE,
    offset: page * PAGE_SIZE,
    ...(search && { search }),
    ...(state !== 'all' && { state }),
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
          if (count === 0) return <EmptyState drawing="search" title={noneOf(search, state)} />;
          return (
            <div className="stack">
              <DeskList label={text.list} counted={text.count(count)} count={count} rows={people} more={more}>
                {(person) => <PersonCard key={person.userId} person={person} ask={ask} />}
              </DeskList>
            </div>
          );
        }}
      </DeskAnswer>
      {/* Beside the answer: a search that is answered later must not take the question away. */}
      {asked && <PersonSheet {...asked} open={isOpen} onClose={() => setOpen(false)} reload={desk.reload} />}
    </>
  );
}

type Asked = { about: PersonOfDesk; act: Act };
type Ask = (about: PersonOfDesk, act: Asked['act']) => void;

function PersonCard({ person, ask }: { person: PersonOfDesk; ask: Ask }) {
  const { userId } = useAccount();
  return (
    <li className="card stack-s">
      <Facts person={person} />
      <Acts person={person} isSelf={person.userId === userId} ask={ask} />
    </li>
  );
}

/** What an operator can do for a person: not to themselves, and to another operator only a sign-out. */
function Acts({ person, isSelf, ask }: { person: PersonOfDesk; isSelf: boolean; ask: Ask }) {
  const acts = isSelf ? [] : actsOn(person);
  if (acts.length === 0) return null;
  return (
    <div className="desk__actions">
      {acts.map((act) => (
        <Button key={act} variant="outline" size="m" onClick={() => ask(person, act)}>
          {text[act]}
        </Button>
      ))}
    </div>
  );
}

const actsOn = ({ state, isSuperadmin }: PersonOfDesk): Act[] => {
  if (state === 'deleted') return [];
  if (state === 'suspended') return ['restore'];
  return isSuperadmin ? ['signOut'] : ['logIn', 'signOut', 'suspend'];
};

function Facts({ person }: { person: PersonOfDesk }) {
  const { name, username, email, roles, organizations, joinedAt, sessions, lastSeenAt } = person;
  const { state, suspension, isSuperadmin } = person;
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
      {suspension && (
        <>
          <p className="desk__told">{suspension.reason}</p>
          <p className="t-small t-2">
            <Time iso={suspension.at} full={formatFullDate}>
              {text.suspended(suspension.by, formatWhen(suspension.at))}
            </Time>
          </p>
        </>
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

type Call = ReturnType<typeof useOnlineCall>;
interface Sending {
  about: PersonOfDesk;
  reason: string;
  options: Parameters<Call>[2];
}

/** An act of an operator on a person: its words, what the person is told, and its call. */
interface PersonAct {
  title: (name: string) => string;
  help: (name: string) => string;
  isDanger?: boolean;
  told: keyof typeof notificationKinds;
  toast?: string;
  /** @returns A page to leave for, as a path. */
  send: (call: Call, sending: Sending) => Promise<string | undefined>;
}
const suspendOrRestore =
  (suspended: boolean): PersonAct['send'] =>
  async (call, { about: { userId }, reason, options }) => {
    await call(setSuspended, { userId, suspended, reason }, options);
    return undefined;
  };
const ACTS = {
  logIn: {
    title: text.logInTitle,
    help: text.logInHelp,
    told: 'operator_signed_in',
    send: async (call, { about: { userId }, reason, options }) =>
      pathOf((await call(makeLogin, { userId, reason }, options)).link),
  },
  signOut: {
    title: text.signOutTitle,
    help: () => text.signOutHelp,
    told: 'operator_signed_out',
    toast: text.signedOutToast,
    send: async (call, { about: { userId }, reason, options }) => {
      await call(signOutPerson, { userId, reason }, options);
      return undefined;
    },
  },
  suspend: {
    title: text.suspendTitle,
    help: text.suspendHelp,
    isDanger: true,
    told: 'operator_suspended',
    toast: text.suspendedToast,
    send: suspendOrRestore(true),
  },
  restore: {
    title: text.restoreTitle,
    help: text.restoreHelp,
    told: 'operator_restored',
    toast: text.restoredToast,
    send: suspendOrRestore(false),
  },
} satisfies Record<string, PersonAct>;
type Act = keyof typeof ACTS;

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
  const leadsTo = useRef<string>(undefined);
  const { title, help, isDanger = false, told, toast, send }: PersonAct = ACTS[act];
  return (
    <ActSheet
      open={open}
      onClose={onClose}
      title={title(name)}
      label={text[act]}
      isDanger={isDanger}
      draftKey={`desk-person-${act}-${userId}`}
      person={name}
      told={(reason) => notificationKinds[told].text({ reason })}
      act={async (reason, key) => {
        try {
          leadsTo.current = await send(call, { about, reason, options: { scope, key } });
        } catch (error) {
          // Another operator may have been faster: the list shows it behind the refusal.
          reload();
          throw error;
        }
      }}
      onDone={() => {
        if (leadsTo.current !== undefined) return leaveFor(leadsTo.current);
        if (toast) showToast({ text: toast, kind: 'success' });
        reload();
      }}
    >
      <p>{help(name)}</p>
    </ActSheet>
  );
}
