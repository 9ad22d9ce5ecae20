import { useRef, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { listSports, type Sport } from '#contract/sports.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { AfterSkeleton } from '#ui/after-skeleton.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ChipRow } from '#ui/chip-row.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SearchIcon } from '#ui/icons.ts';
import { lazyOverlay } from '#ui/lazy-overlay.tsx';
import type { OptionPopupProps } from '#ui/option-popup.tsx';
import { useAccount } from '#app/data/account.ts';
import type { FlowType } from '#app/navigation/flow-type.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useLive } from '#app/data/use-live.ts';
import { OnboardingPage } from './onboarding-page.tsx';
import { NO_ANSWERS, patchDraft, readDraft } from './registration-draft.ts';
import { RetryNote } from './retry-note.tsx';
import { SPORTS_FRESH_MS } from './use-resumable.ts';
import './choose-sport-page.css';

const { sports: text, next } = onboardingText;
const OptionPopup = lazyOverlay<OptionPopupProps>(async () => (await import('#ui/option-popup.tsx')).OptionPopup);

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
  const [isSearching, setSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  const sports = answer?.results.filter(({ isActive }) => isActive) ?? [];
  const sport = sports.find(({ id }) => id === (tapped ?? draft?.sport?.id));

  const go = async (chosen: Sport) => {
    await patchDraft(db, {
      flowType,
      sport: chosen,
      ...(draft?.sport?.id === chosen.id ? {} : { answers: NO_ANSWERS }),
    });
    const to = chosen.sportType === 'Beta' ? '/$flowType/what-is-beta' : '/$flowType/choose-sport-interest';
    await navigate({ to, params: { flowType }, state: { sport: chosen } });
  };
  const isClosed = flowType === 'educator';
  const choices =
    sports.length === 0 ? (
      <EmptyState drawing="quiet" title={text.empty} level={2} />
    ) : (
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
          {sports.map((each) => {
            const badge = badgeOf(each, flowType);
            return (
              <Chip key={each.id} pressed={each.id === sport?.id} onClick={() => setTapped(each.id)}>
                {each.name}
                {badge && (
                  <>
                    {' '}
                    <Badge className="sport-choice__badge" tone={each.sportType === 'Beta' ? 'info' : 'warn'}>
                      {badge}
                    </Badge>
                  </>
                )}
              </Chip>
            );
          })}
        </ChipRow>
        <OptionPopup
          open={isSearching}
          onClose={() => setSearching(false)}
          title={text.searchTitle}
          searchLabel={text.search}
          options={sports.map((each) => ({
            value: each.id,
            label: each.name,
            ...(badgeOf(each, flowType) ? { detail: badgeOf(each, flowType)! } : {}),
          }))}
          value={sport?.id ?? null}
          onChoose={setTapped}
          anchor={searchButton}
        />
      </>
    );
  return (
    <OnboardingPage
      heading={text.heading}
      lead={<p>{text.lead}</p>}
      onBack={() => void navigate({ to: '/$flowType/invite-code', params: { flowType }, search: { next: 1 } })}
      onNext={() => sport && void go(sport)}
      next={{
        label: next,
        disabled: !sport || isClosed,
        help: isClosed ? text.creatorsSoon : text.help,
        offline: true,
      }}
    >
      <AfterSkeleton read={answer ?? error} shape="row">
        {() => (answer ? choices : <RetryNote onRetry={reload} />)}
      </AfterSkeleton>
    </OnboardingPage>
  );
}
