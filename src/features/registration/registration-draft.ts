import { saveProgress, type readProgress } from '#contract/registration.ts';
import type { OutputOf } from '#contract/call.ts';
import type { Sport } from '#contract/sports.ts';
import type { AccountDatabase } from '#store/database.ts';
import { callAs } from '#store/session.ts';
import type { Account } from '#app/data/account.ts';
import type { FlowType } from '#app/navigation/flow-type.ts';

/** Level ids of each chosen role, by role id, and the name of a custom role. */
export interface RoleAnswers {
  levels: Record<string, string[]>;
  customName: string;
}
export const NO_ANSWERS: RoleAnswers = { levels: {}, customName: '' };

/** Answers between creating the account and completing the registration, stored on this device. */
export interface RegistrationDraft {
  flowType: FlowType;
  sport: Sport | null;
  answers: RoleAnswers;
  affiliateCode: string | null;
}

const KEY = 'registration';
/** Name of the step under which the server stores the answers. Source: D-301. */
const STEP = 'choose-sport-interest';

export const readDraft = async (db: AccountDatabase): Promise<RegistrationDraft | undefined> =>
  (await db.drafts.get(KEY))?.value as RegistrationDraft | undefined;

/** Stores answers as they are given, so that they survive a reload or a closed tab. */
export const patchDraft = async (db: AccountDatabase, patch: Partial<RegistrationDraft>): Promise<void> => {
  await db.transaction('rw', db.drafts, async () => {
    const stored = (await readDraft(db)) ?? {
      flowType: 'learner',
      sport: null,
      answers: NO_ANSWERS,
      affiliateCode: null,
    };
    await db.drafts.put({ key: KEY, value: { ...stored, ...patch }, savedAtMs: Date.now() });
  });
};

export const forgetDraft = (db: AccountDatabase): Promise<void> => db.drafts.delete(KEY);

/**
 * Stores the answers on the server for the next sign-in, or deletes them there. Source: D-62.
 *
 * @throws CallError as callAs.
 */
export const leaveProgress = async ({ userId, db }: Account, isKept: boolean): Promise<void> => {
  const draft = isKept ? await readDraft(db) : undefined;
  const data = draft && {
    flowType: draft.flowType,
    sportId: draft.sport?.id ?? null,
    roles: draft.answers,
    answers: { affiliateCode: draft.affiliateCode },
  };
  await callAs(userId, saveProgress, data ? { saveProgress: true, step: STEP, data } : { saveProgress: isKept });
};

/** The draft that the server stored; undefined for unknown shapes, such as those of a newer client. */
export const draftFromProgress = (
  progress: OutputOf<typeof readProgress>,
  sports: readonly Sport[],
): RegistrationDraft | undefined => {
  if (!progress.saveProgress || !progress.data) return undefined;
  const { flowType, sportId, roles, answers } = progress.data as {
    flowType?: unknown;
    sportId?: unknown;
    roles?: Partial<RoleAnswers>;
    answers?: { affiliateCode?: unknown };
  };
  const sport = sports.find(({ id }) => id === sportId);
  if (!sport || flowType !== 'learner') return undefined;
  const levels = Object.entries(roles?.levels ?? {}).filter((entry): entry is [string, string[]] =>
    Array.isArray(entry[1]),
  );
  return {
    flowType,
    sport,
    answers: {
      levels: Object.fromEntries(levels),
      customName: typeof roles?.customName === 'string' ? roles.customName : '',
    },
    affiliateCode: typeof answers?.affiliateCode === 'string' ? answers.affiliateCode : null,
  };
};
