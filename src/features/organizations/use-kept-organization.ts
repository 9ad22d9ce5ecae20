import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { deleteDraft, readDraft, saveDraft } from '#contract/applications.ts';
import { listOwnOrganizations } from '#contract/organizations.ts';
import type { AccountDatabase } from '#store/database.ts';
import { CallError, isProblem } from '#store/api.ts';
import { callAs } from '#store/session.ts';
import { useAccount, type Account } from '#app/data/account.ts';
import { onBackOnline } from '#app/device/traffic.ts';
import { reportUnhandled } from '#ui/missing-file.ts';
import { emptyForm, readKept, type KeptOrganization } from './organization-form.ts';
import type { organizationMachine } from './organization.machine.ts';

/** Key of the device's copy, and name of the server's. */
const KEY = 'application:organization';
const NAME = 'organization';

interface Stored extends KeptOrganization {
  /** The server has this step. */
  isSaved: boolean;
}

const readStored = async (db: AccountDatabase): Promise<Stored | undefined> => {
  const value = (await db.drafts.get(KEY))?.value as Partial<Stored> | undefined;
  const kept = value && readKept(value.step, value.form, value.version ?? 0);
  return kept && { ...kept, isSaved: value?.isSaved === true };
};

const readServer = async ({ userId }: Account): Promise<KeptOrganization | undefined> => {
  const { output } = await callAs(userId, readDraft, { name: NAME });
  return readKept(output.step, output.data, output.version);
};

/** What the wizard begins with; `done` if an organization of the person waits for approval already. */
export type Beginning = { kept: KeptOrganization } | { done: true };

/** This device's copy while the server does not have it, else the newer one. Without a network the device's own counts. */
export const readBeginning = async (account: Account): Promise<Beginning> => {
  const stored = await readStored(account.db);
  const fresh = stored ?? { form: emptyForm(), step: 'migration' as const, version: 0 };
  try {
    const { output } = await callAs(account.userId, listOwnOrganizations, {});
    if (output.results.some(({ status, isComplete }) => status === 'pending' && isComplete)) return { done: true };
    if (stored && !stored.isSaved) return { kept: stored };
    const saved = await readServer(account);
    return { kept: saved ?? (stored?.isSaved ? { ...stored, version: 0 } : fresh) };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return { kept: fresh };
  }
};

/** Deletes both copies, once the application was sent. */
export const forgetOrganization = async ({ db, userId }: Account): Promise<void> => {
  await db.drafts.delete(KEY);
  await callAs(userId, deleteDraft, { name: NAME }).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error;
  });
};

type Actor = ActorRefFrom<typeof organizationMachine>;

/** Calls back after each change; `isStep` if another step is shown. */
const useEachChange = (actor: Actor, callback: (isStep: boolean) => void): void => {
  const onChange = useEffectEvent(callback);
  useEffect(() => {
    let { step } = actor.getSnapshot().context;
    const kept = actor.subscribe((snapshot) => {
      if (snapshot.status !== 'active') return;
      onChange(snapshot.context.step !== step);
      ({ step } = snapshot.context);
    });
    return () => kept.unsubscribe();
  }, [actor]);
};

/**
 * Keeps each change on the device at once, and each step on the server as soon as there is a network. A step that another
 * tab or device has changed meanwhile is not overwritten: the person decides.
 *
 * @returns `theirs`: what the other one has saved.
 */
export const useKeeping = (actor: Actor, first: KeptOrganization) => {
  const account = useAccount();
  const version = useRef(first.version);
  const [theirs, setTheirs] = useState<KeptOrganization>();
  const isSaving = useRef(false);
  const [round, setRound] = useState(0);

  const keep = useCallback(
    (isSaved: boolean) => {
      const { form, step } = actor.getSnapshot().context;
      const value: Stored = { form, step, version: version.current, isSaved };
      return account.db.drafts.put({ key: KEY, value, savedAtMs: Date.now() });
    },
    [actor, account],
  );
  const save = useCallback(
    async (replaces = false) => {
      if (isSaving.current) return;
      isSaving.current = true;
      const { form, step } = actor.getSnapshot().context;
      try {
        const { output } = await callAs(account.userId, saveDraft, {
          name: NAME,
          ...(replaces ? {} : { version: version.current }),
          step,
          data: { ...form },
        });
        version.current = output.version;
        setTheirs(undefined);
        await keep(actor.getSnapshot().context.form === form);
      } catch (error) {
        if (isProblem(error, 'application.draft_changed')) setTheirs(await readServer(account));
        else if (!(error instanceof CallError)) throw error;
      } finally {
        isSaving.current = false;
      }
    },
    [actor, account, keep],
  );

  useEachChange(actor, (isStep) => {
    keep(false).catch(reportUnhandled);
    if (isStep && !theirs) save().catch(reportUnhandled);
  });
  const onOnline = useEffectEvent(() => {
    if (!theirs) save().catch(reportUnhandled);
  });
  useEffect(() => onBackOnline(() => onOnline()), []);

  return {
    theirs,
    /** Raised when another version was taken over. */
    round,
    takeTheirs: () => {
      if (!theirs) return;
      version.current = theirs.version;
      actor.send({ type: 'take over', kept: theirs });
      setTheirs(undefined);
      setRound((before) => before + 1);
      keep(true).catch(reportUnhandled);
    },
    keepMine: () => {
      setTheirs(undefined);
      save(true).catch(reportUnhandled);
    },
  };
};
