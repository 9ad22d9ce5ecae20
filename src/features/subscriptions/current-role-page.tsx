import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { SportInterest, Subscription } from '#contract/rows.ts';
import {
  createRoles,
  listRoleLevels,
  readSport,
  type RoleMapping,
  type Sport,
  type SportRole,
} from '#contract/sports.ts';
import { subscribe } from '#contract/subscriptions.ts';
import { joinText as text } from '#contract/text/subscriptions-join.ts';
import { CallError, isProblem } from '#store/api.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { Note } from '#ui/states/note.tsx';
import { useAccount } from '#app/data/account.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useOwnRow } from '#app/data/use-own-rows.ts';
import { missingAnswer, OTHER_ROLE, toMapping } from '#app/forms/role-answers.ts';
import { RoleChoices } from '#app/forms/role-choices.tsx';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';
import { answersFrom } from './answers-from.ts';
import { keepSubscribe, readSubscribe } from './subscribe-form.ts';

/** Roles and levels change rarely. Source: D-326. */
const ROLES_FRESH = { freshMs: 24 * 3_600_000 };
type Kind = Subscription['subscriptionType'];
const KIND_OF = { Launched: 'trial-free', Beta: 'beta-free', WaitList: 'waitlist' } as const;
/** The `type` of the success page. Source: D-259. */
const typeOf = (kind: Kind): string => (kind === 'beta-free' ? 'beta' : kind.startsWith('trial') ? 'trial' : kind);

export interface CurrentRolePageProps {
  sportId: string;
  /** Name of the page to return to. */
  from: string | undefined;
  selectedRoles: readonly string[];
}

/**
 * The person's roles in a sport that they join. Confirm saves them and subscribes, which needs the network; where something
 * may be charged, it leads to the page that says what. Source: SPO-017…SPO-019, SUB-045…SUB-047.
 */
export function CurrentRolePage({ sportId, from, selectedRoles }: CurrentRolePageProps) {
  const sport = useAnswer(readSport, { name: sportId });
  const roles = useAnswer(listRoleLevels, { sportId }, ROLES_FRESH);
  // Null: no row. Read before the form is drawn, which begins with it.
  const interest = useOwnRow(
    async (db) => (await db.sportInterests.where('sportId').equals(sportId).toArray()).find(isOwn),
    [sportId],
  );
  const isHere = sport.answer && roles.answer && interest !== undefined;
  if (!isHere)
    return (
      <WizardPage header={text.addTitle} heading={text.addTitle} barBack={goBack}>
        {sport.answer ? (
          <AnswerView answered={roles} shape="row">
            {() => (
              // The person's own roles are on their way to this device.
              <AfterSkeleton read={undefined} shape="row">
                {() => null}
              </AfterSkeleton>
            )}
          </AnswerView>
        ) : (
          <AnswerView answered={sport} shape="row">
            {() => null}
          </AnswerView>
        )}
      </WizardPage>
    );
  return (
    <RoleForm
      sport={sport.answer!}
      reread={sport.reload}
      roles={roles.answer!.results}
      interest={interest ?? undefined}
      from={from}
      selectedRoles={selectedRoles}
    />
  );
}

const isOwn = ({ scope, isActive }: SportInterest): boolean => isActive && scope.startsWith('user:');

interface RoleFormProps extends Omit<CurrentRolePageProps, 'sportId'> {
  sport: Sport;
  /** Reads the sport again, whose type has changed. */
  reread: () => void;
  roles: readonly SportRole[];
  interest: SportInterest | undefined;
}

function RoleForm({ sport, reread, roles, interest, from, selectedRoles }: RoleFormProps) {
  const [answers, setAnswers] = useState(() => answersFrom(interest, selectedRoles));
  const { join, isBusy, problem } = useJoin(sport, from, reread);
  const goOn = useConfirm(sport, from);
  // A launched sport costs something, now or after its trial: the next page says what, and saves the roles with it.
  const isPaid = sport.sportType === 'Launched';
  const missing = missingAnswer(roles, answers);
  return (
    <WizardPage
      header={sport.name}
      heading={text.rolesHeading(sport.name)}
      lead={<p>{text.notes[sport.sportType](sport.name)}</p>}
      barBack={goBack}
      onNext={() => void (isPaid ? goOn : join)(toMapping(roles, answers))}
      next={{
        label: text.confirm,
        offline: isPaid,
        busy: isBusy && text.confirming,
        disabled: missing !== undefined,
        help: missing,
      }}
    >
      <fieldset className="stack-s">
        <legend className="visually-hidden">{text.roles}</legend>
        <RoleChoices roles={roles} answers={answers} onChange={setAnswers} isConfirming={isBusy} />
      </fieldset>
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
    </WizardPage>
  );
}

/** Keeps the roles on this device and leads to the amount; they are saved when the person confirms it. Source: SUB-047, SUB-048. */
const useConfirm = ({ id }: Sport, from: string | undefined) => {
  const { db } = useAccount();
  const navigate = useNavigate();
  return async (roles: RoleMapping[]): Promise<void> => {
    await keepSubscribe(db, id, { ...(await readSubscribe(db, id)), roles });
    const selectedRoles = roles.map((role) => ('roleId' in role ? role.roleId : OTHER_ROLE)).join(',');
    const search = { sport: id, selectedRoles, ...(from && { from }) };
    // In its place, so that Back, also from the page of success, leads to where the person came from. The roles are kept.
    await navigate({ to: '/confirm-sport-subscription', search, replace: true });
  };
};

/** Saves the roles, then subscribes. Each call may be repeated, so a second press goes on where the first one failed. */
const useJoin = (sport: Sport, from: string | undefined, reread: () => void) => {
  const call = useOnlineCall();
  const { db } = useAccount();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const subscribeOnce = async (): Promise<Kind> => {
    try {
      const { subscription } = await call(
        subscribe,
        { sportId: sport.id, sportType: sport.sportType },
        { isPublic: sport.sportType === 'Launched' },
      );
      // At once, not with the next pull: the board and the locks of the tiles follow this row.
      await db.subscriptions.put(subscription);
      return subscription.subscriptionType;
    } catch (error) {
      // By an earlier press whose answer was lost.
      if (isProblem(error, 'subscription.exists')) return KIND_OF[sport.sportType];
      throw error;
    }
  };
  const join = async (mapping: ReturnType<typeof toMapping>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    let failed: string = text.rolesFailed;
    try {
      const items = [{ sportId: sport.id, sportRoleParticipationLevelMapping: mapping }];
      await db.sportInterests.bulkPut((await call(createRoles, { items })).results);
      failed = text.subscribeFailed;
      const kind = await subscribeOnce();
      const { id, name: sportName } = sport;
      if (kind === 'waitlist')
        await navigate({
          to: '/successful-subscription-waitlist',
          search: { sportName, ...(from && { from }) },
          replace: true,
        });
      else
        await navigate({
          to: '/successful-subscription',
          search: { sportName, sport: id, type: typeOf(kind), ...(from && { from }) },
          replace: true,
        });
    } catch (error) {
      // It may cost something now: the page shows what it is.
      if (isProblem(error, 'subscription.sport_changed')) reread();
      // The person did not go on at the questions about age: nothing failed.
      if (!(error instanceof CallError && error.kind === 'cancelled')) setProblem(failureText(error, failed));
      setBusy(false);
    }
  };
  return { join, isBusy, problem };
};
