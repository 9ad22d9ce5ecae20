import { useEffect, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { ApplicationType } from '#contract/applications-questions.ts';
import { listQuestions, listScienceAreas } from '#contract/applications.ts';
import { listRoleLevels, type Sport } from '#contract/sports.ts';
import { creatorText } from '#contract/text/registration-creator.ts';
import { reportUnhandled } from '#ui/missing-file.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useAccount } from '#app/data/account.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { OnboardingPage } from '../onboarding-page.tsx';
import { patchDraft, readDraft } from '../registration-draft.ts';
import { SPORTS_FRESH_MS } from '../use-resumable.ts';
import { ApplicationFlow } from './application-flow.tsx';
import { draftName, newApplication, type KeptApplication } from './kept-application.ts';

const FRESH = { freshMs: SPORTS_FRESH_MS };
const NO_AREAS = { results: [] };

export interface ApplicationPageProps {
  type: ApplicationType;
  sport: Sport;
}

/** A wizard of the Creator application. Its lists are kept on the device, so it opens again offline. Source: APP-003, APP-004. */
export function ApplicationPage({ type, sport }: ApplicationPageProps) {
  const isScience = type === 'science';
  const navigate = useNavigate();
  const questions = useAnswer(listQuestions, { type, sportId: sport.id }, FRESH);
  const roles = useAnswer(listRoleLevels, { sportId: sport.id }, FRESH);
  const areas = useAnswer(listScienceAreas, {}, { ...FRESH, isEnabled: isScience });
  const start = useStart(type, sport);
  const isLoaded = questions.answer && roles.answer && (areas.answer || !isScience);
  if (!isLoaded || !start)
    return (
      <OnboardingPage
        heading={creatorText.header}
        onBack={() => void navigate({ to: '/$flowType/choose-your-sport', params: { flowType: 'educator' } })}
      >
        {!questions.answer ? (
          <AnswerView answered={questions} shape="row">
            {() => null}
          </AnswerView>
        ) : !roles.answer ? (
          <AnswerView answered={roles} shape="row">
            {() => null}
          </AnswerView>
        ) : (
          isScience && (
            <AnswerView answered={areas} shape="row">
              {() => null}
            </AnswerView>
          )
        )}
      </OnboardingPage>
    );
  return (
    <ApplicationFlow
      key={start.kept.name}
      type={type}
      sport={sport}
      kept={start.kept}
      invitationCode={start.invitationCode}
      reference={{
        categories: questions.answer!.results,
        roles: roles.answer!.results,
        areas: (areas.answer ?? NO_AREAS).results,
      }}
    />
  );
}

interface Start {
  kept: KeptApplication;
  invitationCode: string | null;
}

/** What the device knows when the page opens; what changes later is the flow's own. */
const useStart = (type: ApplicationType, sport: Sport): Start | undefined => {
  const { db } = useAccount();
  const [start, setStart] = useState<Start>();
  const name = draftName(type, sport.id);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const draft = await readDraft(db);
      const kept = draft?.application?.name === name ? draft.application : newApplication(name);
      await patchDraft(db, { flowType: 'educator', applicationType: type, sport });
      if (!isGone) setStart({ kept, invitationCode: draft?.invitationCode ?? null });
    };
    void read().catch(reportUnhandled);
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the name says type and sport
  }, [db, name]);
  return start?.kept.name === name ? start : undefined;
};
