import { useCallback } from 'react';
import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import type { Scope } from '#contract/ids.ts';
import { CallError } from '#store/api.ts';
import { isQuotaError, withDatabase } from '#store/door.ts';
import { settleAction, journalAction } from '#store/outbox/action-journal.ts';
import type * as Outbox from '#store/outbox/enqueue.ts';
import { callAs } from '#store/session.ts';
import { commonText } from '#contract/text/common.ts';
import { frameText } from '#contract/text/frame.ts';
import { isMissingFile, reportUnhandled } from '#ui/missing-file.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { isPublicAct, passAgeGate } from '../age/age-gate.ts';
import { useAccount, type Account } from './account.ts';
import { useScope } from './me.ts';
import { kick } from '../device/traffic.ts';

export interface ActOptions {
  scope?: Scope;
  dependsOn?: string | null;
  files?: string[];
  /** The change is public or paid with this input; where it always is, its rule says so (`ofAge`). */
  isPublic?: boolean;
}

let outbox: Promise<typeof Outbox> | undefined;
/**
 * Loaded with the first change: rendering a page does not need it. All changes wait for one load, and go on in the order in which they were
 * made: of two loads the later may end first, and the earlier change would win.
 */
const loadOutbox = (): NonNullable<typeof outbox> => {
  outbox ??= import('#store/outbox/enqueue.ts').catch((error: unknown) => {
    // Its file may be there at the next change.
    outbox = undefined;
    throw error;
  });
  return outbox;
};

/** What `useAct` returns, for code outside of a screen, e.g. a route's guard. @throws CallError as `useAct` */
export const makeChange = async <C extends Call>(
  account: Account,
  call: C,
  input: InputOf<C>,
  { isPublic = isPublicAct(call), ...options }: ActOptions & { scope: Scope },
): Promise<string> => {
  if (isPublic) await passAgeGate(account, false);
  const { userId } = account;
  const noted = journalAction(call, input, { owner: userId, ...options });
  try {
    const { enqueue } = await loadOutbox();
    await withDatabase(userId, (live) => enqueue(live, call, input, noted));
    settleAction(noted, 'saved');
    kick();
    return noted.id;
  } catch (error) {
    settleAction(noted, 'failed');
    // A change that could not be stored is always reported.
    if (isMissingFile(error)) reportUnhandled(error);
    else showToast({ text: isQuotaError(error) ? frameText.storageFull : commonText.somethingWrong, kind: 'failure' });
    throw error;
  }
};

/**
 * How a screen makes a change that can wait for the network: applied optimistically, stored in the outbox, sent by the
 * sync worker or the service worker. Resolves with the entry's id once the change is stored on this device.
 *
 * @throws CallError `cancelled` if the person stopped before something public or paid (age/age-gate.ts).
 */
export const useAct = () => {
  const account = useAccount();
  const scope = useScope();
  return useCallback(
    <C extends Call>(call: C, input: InputOf<C>, options: ActOptions = {}): Promise<string> =>
      makeChange(account, call, input, { scope, ...options }),
    [account, scope],
  );
};

/** How a screen makes a call that needs the network now. @throws CallError as callAs. */
export const useOnlineCall = () => {
  const account = useAccount();
  const { userId } = account;
  const scope = useScope();
  return useCallback(
    async <C extends Call>(
      call: C,
      input: InputOf<C>,
      { isPublic = isPublicAct(call), ...options }: { scope?: Scope; key?: string; isPublic?: boolean } = {},
    ): Promise<OutputOf<C>> => {
      if (isPublic) await passAgeGate(account, true);
      const { output } = await callAs(userId, call, input, { scope, ...options });
      kick();
      return output;
    },
    [account, userId, scope],
  );
};

/** The user message for a failure: the server's own if it refused the call, else `fallback`. */
export const failureText = (error: unknown, fallback: string = commonText.somethingWrong): string =>
  error instanceof CallError && error.kind === 'refused' && error.status < 500 ? error.message : fallback;
