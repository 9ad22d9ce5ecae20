import { useEffect, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { listRoleLevels, type Sport, type SportRole } from '#contract/sports.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { Note } from '#ui/states/note.tsx';
import { useAccount } from '#app/data/account.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { joinSport, RegistrationProblem } from './onboarding-actions.ts';
import { OnboardingPage } from './onboarding-page.tsx';
import { RoleChoices } from '#app/forms/role-choices.tsx';
import { missingAnswer, NO_ANSWERS, toMapping, type RoleAnswers } from '#app/forms/role-answers.ts';
import { patchDraft, readDraft, type RegistrationDraft } from './registration-draft.ts';
import { RetryNote } from './retry-note.tsx';
import { SPORTS_FRESH_MS } from './use-resumable.ts';

const { interest: text } = onboardingText;
const NOTES = { Launched: text.launched, Beta: text.betaNote, WaitList: text.waitListNote };

/** Roles and levels in the chosen sport; Confirm completes the registration. Source: SPO-014…SPO-018, D-331. */
export function SportInterestPage({ sport }: { sport: Sport }) {
  // Read once: afterwards the screen's state is the source, and the draft is only written.
  const [draft, setDraft] = useState<RegistrationDraft | null>();
  const { db } = useAccount();
  useEffect(() => {
    void readDraft(db).then((stored) => setDraft(stored ?? null));
  }, [db]);
  if (draft === undefined) return null;
  return (
    <SportInterestForm
      sport={sport}
      answers={draft?.sport?.id === sport.id ? draft.answers : NO_ANSWERS}
      affiliateCode={draft?.affiliateCode ?? null}
    />
  );
}

/** Joins the sport with the given answers, and goes on. A failure is shown as `problem`. */
const useJoin = (sport: Sport, affiliateCode: string | null) => {
  const account = useAccount();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const join = async (mapping: ReturnType<typeof toMapping>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const started = await joinSport(account, sport, mapping, affiliateCode);
      await navigate({ to: '/welcome-page', state: { started }, replace: true });
    } catch (caught) {
      setProblem(caught instanceof RegistrationProblem ? caught.message : text.rolesFailed);
      setBusy(false);
      if (!(caught instanceof RegistrationProblem)) throw caught;
    }
  };
  return { join, busy, problem };
};

function SportInterestForm({
  sport,
  answers: before,
  affiliateCode,
}: {
  sport: Sport;
  answers: RoleAnswers;
  affiliateCode: string | null;
}) {
  const { db } = useAccount();
  const navigate = useNavigate();
  const { join, busy, problem } = useJoin(sport, affiliateCode);
  const { answer, error, reload } = useAnswer(listRoleLevels, { sportId: sport.id }, { freshMs: SPORTS_FRESH_MS });
  const [answers, setAnswers] = useState(before);
  const roles: readonly SportRole[] = answer?.results ?? [];
  const missing = missingAnswer(roles, answers);

  const change = (next: RoleAnswers) => {
    setAnswers(next);
    void patchDraft(db, { flowType: 'learner', sport, answers: next });
  };
  const choices = roles.length > 0 && (
    <fieldset className="stack-s">
      <legend className="visually-hidden">{text.group}</legend>
      <RoleChoices roles={roles} answers={answers} onChange={change} isConfirming={busy} />
    </fieldset>
  );
  const back = sport.sportType === 'Beta' ? '/$flowType/what-is-beta' : '/$flowType/choose-your-sport';
  return (
    <OnboardingPage
      heading={text.heading(sport.name)}
      lead={<p>{NOTES[sport.sportType](sport.name)}</p>}
      onBack={() => void navigate({ to: back, params: { flowType: 'learner' }, state: { sport } })}
      onNext={() => void join(toMapping(roles, answers))}
      next={{ label: text.confirm, busy: busy && text.saving, disabled: missing !== undefined, help: missing }}
    >
      <AfterSkeleton read={answer ?? error} shape="row">
        {() => (answer ? choices : <RetryNote onRetry={reload} />)}
      </AfterSkeleton>
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
    </OnboardingPage>
  );
}
