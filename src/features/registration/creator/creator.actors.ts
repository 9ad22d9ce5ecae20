import {
  deleteDraft,
  putDocument,
  readApplicationState,
  readDraft,
  registerCreator,
  saveDraft,
} from '#contract/applications.ts';
import type { ApplicationDraft, ApplicationResult } from '#contract/applications.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { saveProgress } from '#contract/registration.ts';
import { applicationsText } from '#contract/text/applications.ts';
import { creatorText as text } from '#contract/text/registration-creator.ts';
import { CallError, isProblem } from '#store/api.ts';
import { putBytes } from '#store/put-bytes.ts';
import { callAs } from '#store/session.ts';
import type { Account } from '#app/data/account.ts';
import { enterRole } from '#app/data/enter-role.ts';
import { failureText, type useOnlineCall } from '#app/data/use-act.ts';
import { forgetDraft, noteApplication } from '../registration-draft.ts';
import { stepsOf, toApplication } from './creator-form.ts';
import { CreatorProblem, DraftChanged, type CreatorContext, type Existing, type Saved } from './creator.machine.ts';
import { draftName } from './kept-application.ts';

/** What the work of the steps needs. */
export interface CreatorTools {
  call: ReturnType<typeof useOnlineCall>;
  account: Account;
  /** Names this tab in the drafts that it saves. */
  writer: string;
}

/** Whether an application for this sport is there already. Source: D-233. @throws CallError as callAs. */
export const findExisting = async (
  { account }: CreatorTools,
  { sportId, type: applicationType }: CreatorContext,
): Promise<Existing> => {
  const { output } = await callAs(account.userId, readApplicationState, { sportId, applicationType });
  const { exists, canApply, status, repeatableAt } = output;
  if (!exists || canApply) return { end: null, repeatableAt: null };
  return { end: status === 'denied' ? 'denied' : 'existing', repeatableAt };
};

/** @throws CallError as callAs. */
export const readServerDraft = async (
  { account }: CreatorTools,
  { type, sportId }: CreatorContext,
): Promise<ApplicationDraft> => (await callAs(account.userId, readDraft, { name: draftName(type, sportId) })).output;

/**
 * Sends the documents, then the form, so that another device has both.
 *
 * @throws DraftChanged if another tab or device has saved it meanwhile.
 * @throws CallError as callAs.
 */
export const saveServerDraft = async (tools: CreatorTools, context: CreatorContext): Promise<Saved> => {
  const { account } = tools;
  const { version, changes, form } = context;
  if (version === 0) await noteApplication(account);
  const saved = await saveOver(tools, context, version);
  // A refused document is said when it is added or sent; it does not keep the answers from being saved.
  await sendDocuments(account, form.documents).catch(() => {});
  return { version: saved, changes };
};

/** Saves over a version; over an own one whose answer was lost, too. @returns The new version. */
const saveOver = async (tools: CreatorTools, context: CreatorContext, version: number): Promise<number> => {
  const { type, sportId, step, form, reference } = context;
  const { account, writer } = tools;
  try {
    const { output } = await callAs(account.userId, saveDraft, {
      name: draftName(type, sportId),
      version,
      step: stepsOf(type, reference.categories)[step]!,
      data: { form, writer },
    });
    return output.version;
  } catch (error) {
    if (!isProblem(error, 'application.draft_changed')) throw error;
    const other = await readServerDraft(tools, context);
    if (other.data?.['writer'] === writer) return saveOver(tools, context, other.version);
    throw new DraftChanged(other);
  }
};

/**
 * Sends the documents that the server does not have. One that is not on this device was sent by another one.
 *
 * @throws CreatorProblem that names the document which the server refuses.
 * @throws CallError as callAs.
 */
const sendDocuments = async (
  { userId, db }: Account,
  documents: CreatorContext['form']['documents'],
): Promise<void> => {
  for (const { sha256, name } of documents) {
    const stored = await db.files.get(sha256);
    if (!stored || stored.isSent === 1) continue;
    try {
      await putBytes(userId, putDocument.path.replace('{sha256}', sha256), stored.blob);
    } catch (error) {
      const isRefused = error instanceof CallError && error.kind === 'refused' && error.status < 500;
      throw isRefused ? new CreatorProblem(`${name}: ${error.message}`, false, { cause: error }) : error;
    }
    await db.files.update(sha256, { isSent: 1 });
  }
};

/**
 * Makes the application; the server runs the whole sequence of the registration in one transaction. The same try may be repeated.
 * Source: APP-036, APP-069, D-224.
 *
 * @throws CreatorProblem with the user message.
 */
export const sendApplication = async (tools: CreatorTools, context: CreatorContext): Promise<ApplicationResult> => {
  try {
    const { user, result } = await register(tools, context);
    await finish(tools.account, user, draftName(context.type, context.sportId));
    return result;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    throw new CreatorProblem(messageOf(error), error.code === 'application.exists', { cause: error });
  }
};

/** The server says which step failed. Source: APP-070…APP-074. */
const STEP_FAILURES: ReadonlySet<string> = new Set<ProblemCode>([
  'application.not_created',
  'application.failed',
  'application.user_not_created',
  'application.profile_not_created',
  'application.user_not_updated',
]);

const messageOf = (error: CallError): string => {
  if (error.code === 'application.document_missing') return text.documents.missing;
  return STEP_FAILURES.has(error.code) ? error.message : failureText(error, applicationsText.failures.registration);
};

const register = async ({ call, account }: CreatorTools, context: CreatorContext) => {
  const { form, reference, key } = context;
  const documents = context.type === 'science' ? form.documents : [];
  await sendDocuments(account, documents);
  const input = toApplication(context, form, reference);
  try {
    return await call(registerCreator, input, { key });
  } catch (error) {
    if (!isProblem(error, 'application.document_missing')) throw error;
    // The server has no longer what it had: once more, from this device.
    for (const { sha256 } of documents) await account.db.files.update(sha256, { isSent: 0 });
    await sendDocuments(account, documents);
    return call(registerCreator, input);
  }
};

type Registered = Awaited<ReturnType<typeof register>>;

/** Takes over what the server has made, and deletes what was kept for it. */
const finish = async (account: Account, user: Registered['user'], name: string): Promise<void> => {
  const { db, userId } = account;
  await db.me.put(user);
  await forgetDraft(db);
  try {
    // Nothing is left to continue on another device.
    await callAs(userId, deleteDraft, { name });
    await callAs(userId, saveProgress, { saveProgress: false });
    if (await enterRole(user, 'educator', (call, input) => callAs(userId, call, input)))
      await db.me.update(userId, { firstTimeLogin: { ...user.firstTimeLogin, educator: false } });
  } catch (error) {
    // The next sign-in shows the welcome page again.
    if (!(error instanceof CallError)) throw error;
  }
};
