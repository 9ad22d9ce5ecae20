import { useEffect, useRef, useState } from 'react';
import { useMachine } from '@xstate/react';
import { useNavigate } from '@tanstack/react-router';
import { fromPromise, type ActorRefFrom } from 'xstate';
import { newId } from '#contract/ids.ts';
import type { ApplicationType } from '#contract/applications-questions.ts';
import type { Sport } from '#contract/sports.ts';
import { creatorText as text } from '#contract/text/registration-creator.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { reportUnhandled } from '#ui/missing-file.ts';
import { useAccount, type Account } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { onBackOnline } from '#app/device/traffic.ts';
import { useStepInHistory } from '#app/navigation/use-step-in-history.ts';
import { OnboardingPage } from '../onboarding-page.tsx';
import { APPLICATION_PAGES } from '../application-pages.ts';
import { patchDraft } from '../registration-draft.ts';
import { DeniedPage } from './denied-page.tsx';
import { categoryOf, missingIn, stepsOf, type CreatorForm, type Reference } from './creator-form.ts';
import {
  findExisting,
  readServerDraft,
  saveServerDraft,
  sendApplication,
  type CreatorTools,
} from './creator.actors.ts';
import { creatorMachine, type CreatorContext } from './creator.machine.ts';
import { AreaStep, BasisStep } from './education-steps.tsx';
import { InfoStep } from './info-step.tsx';
import { draftName, type KeptApplication } from './kept-application.ts';
import { QuestionsStep } from './questions-step.tsx';
import { RolesStep } from './roles-step.tsx';

const CommitDialog = lazyOverlay(async () => (await import('./application-dialogs.tsx')).CommitDialog);
const ChangedDialog = lazyOverlay(async () => (await import('./application-dialogs.tsx')).ChangedDialog);

export interface ApplicationFlowProps {
  type: ApplicationType;
  sport: Sport;
  kept: KeptApplication;
  invitationCode: string | null;
  reference: Reference;
}

const step = <O,>(work: (context: CreatorContext) => Promise<O>) =>
  fromPromise<O, CreatorContext>(({ input }) => work(input));

/** The machine with the work of its steps. `tools` is read when a step runs. */
const withWork = (tools: { current: CreatorTools }) =>
  creatorMachine.provide({
    actors: {
      'find existing': step((context) => findExisting(tools.current, context)),
      'read draft': step((context) => readServerDraft(tools.current, context)),
      'save draft': step((context) => saveServerDraft(tools.current, context)),
      send: step((context) => sendApplication(tools.current, context)),
    },
  });

/** The wizard, whose lists and kept answers are known. */
export function ApplicationFlow({ type, sport, kept, invitationCode, reference }: ApplicationFlowProps) {
  const account = useAccount();
  const call = useOnlineCall();
  const [writer] = useState(newId);
  const tools = useRef<CreatorTools>({ call, account, writer });
  useEffect(() => {
    tools.current = { call, account, writer };
  }, [call, account, writer]);
  // oxlint-disable-next-line react/refs -- read when a step runs, not while drawing
  const [withTools] = useState(() => withWork(tools));
  const [snapshot, send, actor] = useMachine(withTools, {
    input: { sportId: sport.id, sportName: sport.name, type, invitationCode, reference, kept },
  });
  const { context } = snapshot;
  const isFilling = snapshot.matches({ wizard: 'filling' });
  useKeeping(actor, account);
  useEffect(() => onBackOnline(() => send({ type: 'online' })), [send]);
  useEnd(endOf(snapshot), sport, context);
  useStepInHistory({
    pathname: APPLICATION_PAGES[type],
    step: context.step,
    isFilling,
    showEarlier: (earlier) => send({ type: 'show step', step: earlier }),
  });
  if (snapshot.matches({ wizard: 'denied' })) return <DeniedPage repeatableAt={context.repeatableAt} />;
  return (
    <>
      <StepPage
        context={context}
        onChange={(form) => send({ type: 'change', form })}
        onNext={() => send({ type: 'next' })}
        onBack={() => send({ type: 'back' })}
      />
      <CommitDialog
        open={snapshot.matches({ wizard: 'committing' }) || snapshot.matches({ wizard: 'sending' })}
        sportName={sport.name}
        busy={snapshot.hasTag('busy')}
        problem={context.problem}
        onCommit={() => send({ type: 'commit' })}
        onBack={() => send({ type: 'back' })}
      />
      <ChangedDialog
        open={isFilling && snapshot.matches({ draft: 'changed elsewhere' })}
        onUse={() => send({ type: 'use other' })}
        onKeep={() => send({ type: 'keep own' })}
      />
    </>
  );
}

interface StepPageProps {
  context: CreatorContext;
  onChange: (form: Partial<CreatorForm>) => void;
  onNext: () => void;
  onBack: () => void;
}

/** The step on screen. What is answered offline is kept, so each step can be left offline. */
function StepPage({ context, onChange, onNext, onBack }: StepPageProps) {
  const { type, reference, form, step: current, sportName } = context;
  const steps = stepsOf(type, reference.categories);
  const name = steps[current]!;
  const missing = missingIn(name, form, reference);
  const category = categoryOf(name, reference);
  const words = category ? { heading: category.name } : wordsOf(name, form, sportName);
  const parts = { form, reference, onChange };
  return (
    <OnboardingPage
      header={text.header}
      title={`${text.header} ${current + 1}`}
      heading={words.heading}
      lead={words.lead && <p>{words.lead}</p>}
      step={{ current: current + 1, total: steps.length }}
      onBack={onBack}
      onNext={onNext}
      next={{ label: text.next, disabled: missing !== undefined, help: missing, offline: true }}
    >
      {name === 'roles' && <RolesStep {...parts} />}
      {name === 'area' && <AreaStep {...parts} />}
      {name === 'basis' && <BasisStep {...parts} />}
      {name === 'info' && <InfoStep {...parts} />}
      {category && <QuestionsStep key={category.id} questions={category.questions} form={form} onChange={onChange} />}
    </OnboardingPage>
  );
}

const wordsOf = (name: string, { basedOn }: CreatorForm, sportName: string): { heading: string; lead?: string } => {
  if (name === 'roles') return { heading: onboardingText.interest.heading(sportName), lead: text.roles.lead };
  if (name === 'area') return { heading: text.area.heading };
  if (name === 'basis') return { heading: text.basis.heading };
  return { heading: basedOn === 'license' ? text.license.heading : text.degree.heading };
};

type Actor = ActorRefFrom<typeof creatorMachine>;
const ENDS = ['done', 'existing', 'left'] as const;
const endOf = (snapshot: ReturnType<Actor['getSnapshot']>) => ENDS.find((end) => snapshot.matches({ wizard: end }));

/** Stores each change, so that a reload or a closed tab continues where the person is. */
function useKeeping(actor: Actor, { db }: Account): void {
  useEffect(() => {
    const kept = actor.subscribe((snapshot) => {
      if (snapshot.matches({ wizard: 'filling' }) || snapshot.matches({ wizard: 'committing' }))
        patchDraft(db, { application: keptOf(snapshot.context) }).catch(reportUnhandled);
    });
    return () => kept.unsubscribe();
  }, [actor, db]);
}

const keptOf = ({
  type,
  sportId,
  step: current,
  form,
  id,
  key,
  version,
  changes,
  savedChanges,
  reference,
}: CreatorContext): KeptApplication => ({
  name: draftName(type, sportId),
  step: stepsOf(type, reference.categories)[current]!,
  form,
  id,
  key,
  version,
  isSaved: changes === savedChanges,
});

/** Leaves the wizard at its end. Source: APP-005, APP-036, D-176, D-233. */
function useEnd(end: (typeof ENDS)[number] | undefined, sport: Sport, { result }: CreatorContext): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (end === 'done' && result)
      void navigate({ to: '/verify-result', state: { result, sportType: sport.sportType }, replace: true });
    if (end === 'existing') void navigate({ to: '/finish-info', state: { sportType: sport.sportType }, replace: true });
    if (end === 'left')
      void navigate({
        to: sport.sportType === 'Launched' ? '/$flowType/choose-your-sport' : '/$flowType/what-is-beta',
        params: { flowType: 'educator' },
        state: { sport },
      });
  }, [end, sport, result, navigate]);
}
