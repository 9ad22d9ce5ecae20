import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { SPORT_STATES, SPORT_THRESHOLDS, listDeskSports, setSport, type SportOfDesk } from '#contract/desk.ts';
import type { StateOfSport } from '#contract/desk-sports.ts';
import { deskSportsText as text } from '#contract/text/desk-sports.ts';
import { notificationKinds } from '#contract/text/notifications.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { DeskList } from '#app/desk/desk-list.tsx';
import { DeskTabs } from '#app/desk/desk-tabs.tsx';
import { DeskView } from '#app/desk/desk-view.tsx';
import { useDesk } from '#app/desk/use-desk.ts';
import { usePages } from '#app/navigation/entries.ts';
import { ActSheet } from './act-sheet.tsx';

const PAGE_SIZE = 25;
type State = (typeof SPORT_STATES)[number];

/** Sports: what guides the decision about their type, and the acts of an operator on them. Source: D-178, decision 0126. */
export function SportsPage({ state }: { state: State }) {
  const [pages, more] = usePages(`sports ${state}`);
  const inputs = Array.from({ length: pages }, (_, page) => ({ state, limit: PAGE_SIZE, offset: page * PAGE_SIZE }));
  const desk = useDesk(listDeskSports, inputs);
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setOpen] = useState(false);
  const ask: Ask = (sport, act) => {
    setAsked({ sport, act });
    setOpen(true);
  };
  return (
    <DeskView desk={desk} title={() => text.title} otherwise="/dashboard">
      {(answers) => {
        const { count } = answers[0]!;
        const sports = answers.flatMap(({ results }) => results);
        return (
          <div className="stack">
            <DeskTabs selected="sports" />
            <States state={state} />
            {count === 0 ? (
              <EmptyState drawing="quiet" title={text.none} />
            ) : (
              <DeskList label={text.list} counted={text.count(count)} count={count} rows={sports} more={more}>
                {(sport) => <SportCard key={sport.id} sport={sport} ask={ask} />}
              </DeskList>
            )}
            {asked && <SportSheet {...asked} open={isOpen} onClose={() => setOpen(false)} reload={desk.reload} />}
          </div>
        );
      }}
    </DeskView>
  );
}

function States({ state }: { state: State }) {
  const navigate = useNavigate();
  return (
    <ChipFilter
      label={text.filter}
      single
      value={[state]}
      onChange={([next]) =>
        void navigate({ to: '/admin/sports', search: next === 'all' ? {} : { state: next! }, replace: true })
      }
      options={SPORT_STATES.map((value) => ({ value, label: text.states[value] }))}
    />
  );
}

type Act = keyof typeof text.acts;
interface Asked {
  sport: SportOfDesk;
  act: Act;
}
type Ask = (sport: SportOfDesk, act: Act) => void;

/** What an operator can do now: what the server would refuse is not offered. */
const actsOn = ({ sportType, isActive, canGoBack, canDeactivate }: SportOfDesk): Act[] => {
  const acts: [Act, boolean][] = isActive
    ? [
        ['startBeta', sportType === 'WaitList'],
        ['launch', sportType === 'Beta'],
        ['undoBeta', sportType === 'Beta' && canGoBack],
        ['undoLaunch', sportType === 'Launched' && canGoBack],
        ['hide', canDeactivate],
      ]
    : [
        ['openWaitlist', sportType === 'WaitList' || canGoBack],
        ['show', sportType !== 'WaitList'],
      ];
  return acts.filter(([, isOffered]) => isOffered).map(([act]) => act);
};

/** What an act makes of a sport. */
const NEXT: Readonly<Record<Act, Partial<StateOfSport>>> = {
  openWaitlist: { sportType: 'WaitList', isActive: true },
  startBeta: { sportType: 'Beta' },
  launch: { sportType: 'Launched' },
  undoBeta: { sportType: 'WaitList' },
  undoLaunch: { sportType: 'Beta' },
  hide: { isActive: false },
  show: { isActive: true },
};

const TONES = { WaitList: 'warn', Beta: 'info', Launched: 'success' } as const;

function SportCard({ sport, ask }: { sport: SportOfDesk; ask: Ask }) {
  const { name, sportType, isActive, waiting, inBeta, onTrial, subscribed } = sport;
  const { approvedCreators, creatorsWithContent, publishedItems } = sport;
  const acts = actsOn(sport);
  return (
    <li className="card stack-s">
      <h2 className="t-strong">{name}</h2>
      <p className="wrap">
        <Badge tone={TONES[sportType]}>{text.types[sportType]}</Badge>
        {!isActive && <Badge>{text.hidden}</Badge>}
        {isActive && sportType !== 'Launched' && isReady(sport) && (
          <Badge tone="success">{text.ready[sportType]}</Badge>
        )}
      </p>
      <ToCome sport={sport} />
      <p className="t-small">{text.contents(approvedCreators, creatorsWithContent, publishedItems)}</p>
      <p className="t-small t-2">{text.members(waiting, inBeta, onTrial, subscribed)}</p>
      {acts.length > 0 && (
        <div className="desk__actions">
          {acts.map((act) => (
            <Button
              key={act}
              variant="outline"
              size="m"
              aria-label={text.actOf(text.acts[act].label, name)}
              onClick={() => ask(sport, act)}
            >
              {text.acts[act].label}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

const AT = SPORT_THRESHOLDS;
/** Whether a sport has what guides its next step. Source: D-178. */
const isReady = ({ sportType, approvedCreators, creatorsWithContent, publishedItems }: SportOfDesk): boolean =>
  sportType === 'WaitList'
    ? approvedCreators >= AT.approvedCreators
    : creatorsWithContent >= AT.creatorsWithContent && publishedItems >= AT.publishedItems;

/** How much is still to come before that. */
function ToCome({ sport }: { sport: SportOfDesk }) {
  const { sportType, isActive, approvedCreators, creatorsWithContent, publishedItems } = sport;
  if (!isActive || sportType === 'Launched' || isReady(sport)) return null;
  return (
    <p>
      {sportType === 'WaitList'
        ? text.forBeta(approvedCreators, AT.approvedCreators)
        : text.forLaunch(creatorsWithContent, AT.creatorsWithContent, publishedItems, AT.publishedItems)}
    </p>
  );
}

interface SportSheetProps extends Asked {
  open: boolean;
  onClose: () => void;
  reload: () => void;
}

function SportSheet({ sport, act, open, onClose, reload }: SportSheetProps) {
  const { userId } = useAccount();
  const call = useOnlineCall();
  const { id, name, sportType, isActive } = sport;
  const { title, label, help, done } = text.acts[act];
  const was = { sportType, isActive };
  return (
    <ActSheet
      open={open}
      onClose={onClose}
      title={title(name)}
      label={label}
      isDanger={act === 'hide'}
      draftKey={`desk-sport-${act}-${id}`}
      act={async (reason, key) => {
        try {
          await call(setSport, { id, ...was, ...NEXT[act], was, reason }, { scope: `user:${userId}`, key });
        } catch (error) {
          // Another operator may have been faster: the list shows it behind the refusal.
          reload();
          throw error;
        }
      }}
      onDone={() => {
        showToast({ text: done(name), kind: 'success' });
        reload();
      }}
    >
      <p>{help(name)}</p>
      <Told sport={sport} act={act} />
    </ActSheet>
  );
}

/** Who is told of an act, and in which words; nobody of most of them. */
function Told({ sport: { name, waiting, inBeta, approvedCreators }, act }: Asked) {
  const told =
    act === 'startBeta'
      ? { who: text.toldBeta(waiting, approvedCreators), kind: notificationKinds.sport_beta_started }
      : act === 'launch' && { who: text.toldLaunch(inBeta), kind: notificationKinds.sport_launched };
  if (!told) return null;
  return (
    <section className="stack-s">
      <h3 className="t-label">{told.who}</h3>
      <div className="card">
        <p className="desk__told">{told.kind.text({ sport: name })}</p>
      </div>
    </section>
  );
}
