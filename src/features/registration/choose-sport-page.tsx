import { useRef, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { listSports, type Sport } from '#contract/sports.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { Badge } from '#ui/tiles/badge.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ChipRow } from '#ui/buttons/chip-row.tsx';
import { Chip } from '#ui/buttons/chip.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { SearchIcon } from '#ui/icons.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import type { OptionPopupProps } from '#ui/forms/option-popup.tsx';
import { useAccount } from '#app/data/account.ts';
import type { FlowType } from '#app/navigation/flow-type.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useLive } from '#app/data/use-live.ts';
import { OnboardingPage } from './onboarding-page.tsx';
import { NO_ANSWERS } from '#app/forms/role-answers.ts';
import { afterSport } from './after-sport.ts';
import { patchDraft, readDraft } from './registration-draft.ts';
import { RetryNote } from './retry-note.tsx';
import { SPORTS_FRESH_MS } from './use-resumable.ts';
import './choose-sport-page.css';

const { sports: text, next } = onboardingText;
const OptionPopup = lazyOverlay<OptionPopupProps>(async () => (await import('#ui/forms/option-popup.tsx')).OptionPopup);

/** Badge of a sport: none if launched; Beta or WaitList. A Creator may start the Beta of a waitlist sport. Source: D-177. */
const badgeOf = ({ sportType }: Sport, flowType: FlowType): string | undefined => {
  if (sportType === 'Launched') return undefined;
  if (sportType === 'Beta') return text.beta;
  return flowType === 'educator' ? text.startBeta : text.waitList;
};

/** Sport chips with a search. Next page of each sport: D-176. */
export function ChooseSportPage({ flowType }: { flowType: FlowType }) {
  const { db } = useAccount();
  const navigate = useNavigate();
  const { answer, error, reload } = useAnswer(listSports, {}, { freshMs: SPORTS_FRESH_MS });
  const draft = useLive(readDraft, []);
  const [tapped, setTapped] = useState<string>();
  const sports = answer?.results.filter(({ isActive }) => isActive) ?? [];
  const sport = sports.find(({ id }) => id === (tapped ?? draft?.sport?.id));

  const go = async (chosen: Sport) => {
    await patchDraft(db, {
      flowType,
      sport: chosen,
      ...(draft?.sport?.id === chosen.id ? {} : { answers: NO_ANSWERS }),
    });
    await navigate(afterSport(flowType, chosen, draft?.applicationType ?? null));
  };
  const choices = () =>
    sports.length === 0 ? (
      <EmptyState drawing="quiet" title={text.empty} />
    ) : (
      <SportChoices flowType={flowType} sports={sports} chosenId={sport?.id} onChoose={setTapped} />
    );
  return (
    <OnboardingPage
      heading={text.heading}
      lead={<p>{text.lead}</p>}
      onBack={() => void navigate({ to: '/$flowType/invite-code', params: { flowType }, search: { next: 1 } })}
      onNext={() => sport && void go(sport)}
      next={{
        label: next,
        disabled: !sport,
        help: text.help,
        offline: true,
      }}
    >
      <AfterSkeleton read={answer ?? error} shape="row">
        {() => (answer ? choices() : <RetryNote onRetry={reload} />)}
      </AfterSkeleton>
    </OnboardingPage>
  );
}

interface SportChoicesProps {
  flowType: FlowType;
  sports: readonly Sport[];
  chosenId: string | undefined;
  onChoose: (sportId: string) => void;
}

function SportChoices({ flowType, sports, chosenId, onChoose }: SportChoicesProps) {
  const [isSearching, setSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  const options = sports.map((sport) => {
    const badge = badgeOf(sport, flowType);
    return { value: sport.id, label: sport.name, ...(badge && { detail: badge }) };
  });
  return (
    <>
      <Button
        ref={searchButton}
        variant="tonal"
        size="m"
        block
        icon={<SearchIcon className="icon-s" />}
        aria-haspopup="dialog"
        onClick={() => setSearching(true)}
      >
        {text.search}
      </Button>
      <ChipRow label={text.group} wrap>
        {sports.map((sport) => (
          <Chip key={sport.id} pressed={sport.id === chosenId} onClick={() => onChoose(sport.id)}>
            {sport.name}
            <SportBadge sport={sport} flowType={flowType} />
          </Chip>
        ))}
      </ChipRow>
      <OptionPopup
        open={isSearching}
        onClose={() => setSearching(false)}
        title={text.searchTitle}
        searchLabel={text.search}
        options={options}
        value={chosenId ?? null}
        onChoose={onChoose}
        anchor={searchButton}
      />
    </>
  );
}

function SportBadge({ sport, flowType }: { sport: Sport; flowType: FlowType }) {
  const badge = badgeOf(sport, flowType);
  if (!badge) return null;
  return (
    <>
      {' '}
      <Badge className="sport-choice__badge" tone={sport.sportType === 'Beta' ? 'info' : 'warn'}>
        {badge}
      </Badge>
    </>
  );
}
