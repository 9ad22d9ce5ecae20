import { deleteDraft, saveDraft } from '#contract/applications.ts';
import type { ApplicationType } from '#contract/applications-questions.ts';
import { saveProgress, type readProgress } from '#contract/registration.ts';
import type { OutputOf } from '#contract/call.ts';
import type { Sport } from '#contract/sports.ts';
import type { AccountDatabase } from '#store/database.ts';
import { callAs } from '#store/session.ts';
import type { Account } from '#app/data/account.ts';
import { forgetInvitedCode } from '#app/device/invited-code.ts';
import type { FlowType } from '#app/navigation/flow-type.ts';
import { NO_ANSWERS, type RoleAnswers } from '#app/forms/role-answers.ts';
import type { KeptApplication } from './creator/kept-application.ts';

/** Answers between creating the account and completing the registration, stored on this device. */
export interface RegistrationDraft {
  flowType: FlowType;
  sport: Sport | null;
  answers: RoleAnswers;
  affiliateCode: string | null;
  /** Redeemed as a Creator: it counts for the application. */
  invitationCode: string | null;
  /** What a Creator applies as. */
  applicationType: ApplicationType | null;
  application: KeptApplication | null;
}

const EMPTY: RegistrationDraft = {
  flowType: 'learner',
  sport: null,
  answers: NO_ANSWERS,
  affiliateCode: null,
  invitationCode: null,
  applicationType: null,
  application: null,
};

const KEY = 'registration';
/** Keys of the drafts of codes that were typed, redeemed or not. */
export const CODE_DRAFTS = {
  invitation: 'registration:invitation-code',
  affiliate: 'registration:affiliate-code',
} as const;
/** Names of the steps under which the server stores the answers. Source: D-301. */
const STEPS = { learner: 'choose-sport-interest', educator: 'application' } as const;

/**
 * Answers that the database has not confirmed yet. Session storage is written at once: a page that is reloaded right after a
 * tap ends the database's transaction, and the tap would be lost.
 */
const journal = {
  key: (db: AccountDatabase): string => `sideline:registration:${db.name}`,
  read: (db: AccountDatabase): Partial<RegistrationDraft> =>
    JSON.parse(sessionStorage.getItem(journal.key(db)) ?? '{}') as Partial<RegistrationDraft>,
  /** @returns What was written, to recognize it later. */
  add(db: AccountDatabase, patch: Partial<RegistrationDraft>): string {
    const text = JSON.stringify({ ...journal.read(db), ...patch });
    sessionStorage.setItem(journal.key(db), text);
    return text;
  },
  /** Removes what is confirmed, unless more was added since. */
  confirm(db: AccountDatabase, text: string): void {
    if (sessionStorage.getItem(journal.key(db)) === text) sessionStorage.removeItem(journal.key(db));
  },
};

export const readDraft = async (db: AccountDatabase): Promise<RegistrationDraft | undefined> => {
  const stored = (await db.drafts.get(KEY))?.value as RegistrationDraft | undefined;
  const added = journal.read(db);
  return stored || Object.keys(added).length > 0 ? { ...EMPTY, ...stored, ...added } : undefined;
};

/** Stores answers as they are given, so that they survive a reload or a closed tab. */
export const patchDraft = async (db: AccountDatabase, patch: Partial<RegistrationDraft>): Promise<void> => {
  const added = journal.add(db, patch);
  await db.transaction('rw', db.drafts, async () => {
    const stored = (await readDraft(db)) ?? EMPTY;
    await db.drafts.put({ key: KEY, value: { ...stored, ...patch }, savedAtMs: Date.now() });
  });
  journal.confirm(db, added);
};

export const forgetDraft = async (db: AccountDatabase): Promise<void> => {
  sessionStorage.removeItem(journal.key(db));
  forgetInvitedCode();
  await db.drafts.bulkDelete([KEY, ...Object.values(CODE_DRAFTS)]);
};

/** What the server stores of the way to a role; the answers of an application are a draft of their own. */
const progressOf = (draft: RegistrationDraft) => ({
  saveProgress: true,
  step: STEPS[draft.flowType],
  data: {
    flowType: draft.flowType,
    sportId: draft.sport?.id ?? null,
    roles: draft.answers,
    answers: {
      affiliateCode: draft.affiliateCode,
      ...(draft.flowType === 'educator' && {
        invitationCode: draft.invitationCode,
        applicationType: draft.applicationType,
      }),
    },
  },
});

/** Stores on the server which application is under way, so that another device offers to continue it. @throws CallError as callAs. */
export const noteApplication = async ({ userId, db }: Account): Promise<void> => {
  const draft = await readDraft(db);
  if (draft) await callAs(userId, saveProgress, progressOf(draft));
};

/**
 * Stores the answers on the server for the next sign-in, or deletes them there. Source: D-62.
 *
 * @throws CallError as callAs.
 */
export const leaveProgress = async ({ userId, db }: Account, isKept: boolean): Promise<void> => {
  const draft = await readDraft(db);
  const application = draft?.application;
  if (application && isKept) {
    const { name, step, form, version } = application;
    const saved = await callAs(userId, saveDraft, { name, step: step || 'start', data: { form } });
    // Leaving may fail after this: the draft here is then that of the server.
    if (version !== saved.output.version)
      await patchDraft(db, { application: { ...application, version: saved.output.version, isSaved: true } });
  } else if (application) await callAs(userId, deleteDraft, { name: application.name });
  await callAs(userId, saveProgress, draft && isKept ? progressOf(draft) : { saveProgress: isKept });
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
    answers?: { affiliateCode?: unknown; invitationCode?: unknown; applicationType?: unknown };
  };
  const sport = sports.find(({ id }) => id === sportId);
  if (!sport) return undefined;
  const texts = {
    affiliateCode: typeof answers?.affiliateCode === 'string' ? answers.affiliateCode : null,
    invitationCode: typeof answers?.invitationCode === 'string' ? answers.invitationCode : null,
  };
  if (flowType === 'educator') {
    const applicationType = answers?.applicationType;
    if (applicationType !== 'coaching' && applicationType !== 'science') return undefined;
    return { ...EMPTY, ...texts, flowType, sport, applicationType };
  }
  if (flowType !== 'learner') return undefined;
  const levels = Object.entries(roles?.levels ?? {}).filter((entry): entry is [string, string[]] =>
    Array.isArray(entry[1]),
  );
  return {
    ...EMPTY,
    ...texts,
    flowType,
    sport,
    answers: {
      levels: Object.fromEntries(levels),
      customName: typeof roles?.customName === 'string' ? roles.customName : '',
    },
  };
};
