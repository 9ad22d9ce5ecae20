import { useEffect, useRef, useState } from 'react';
import { newId } from '#contract/ids.ts';
import { inviteMany, listInvitations, type InvitedRow } from '#contract/invites.ts';
import { INVITE_BATCH_MAX, INVITE_LIST_MAX } from '#contract/limits.ts';
import { CallError } from '#store/api.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useReach } from '#app/device/traffic.ts';
import { nameOf, type InvitedRole, type ListedPerson } from './invite-list.ts';

const PAGE = 100;

/** Addresses and numbers of the own invitations that are open, as far as the server can be asked now. */
export const useInvited = (isWanted: boolean): ReadonlySet<string> => {
  const call = useOnlineCall();
  const isOnline = useReach() === 'online';
  const [invited, setInvited] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!isWanted || !isOnline) return;
    let isShown = true;
    const read = async () => {
      const found = new Set<string>();
      for (let offset = 0; offset < INVITE_LIST_MAX; offset += PAGE) {
        const { count, results } = await call(listInvitations, { status: 'pending', limit: PAGE, offset });
        for (const { email, phoneNumber } of results) found.add(email ?? phoneNumber ?? '');
        if (offset + PAGE >= count) break;
      }
      if (isShown) setInvited(found);
    };
    // Without it the preview knows less; the server refuses who was invited already.
    read().catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error;
    });
    return () => {
      isShown = false;
    };
  }, [call, isWanted, isOnline]);
  return invited;
};

export type Sendable = ListedPerson & { to: NonNullable<ListedPerson['to']>; role: InvitedRole };

/** What is answered for a person that was not invited before is no failure: the other invitation counts. */
const EXISTS = 'invite.exists';

export interface Sent {
  /** Who needs no further try: invited now, or before. */
  done: ReadonlySet<string>;
  /** How many messages are on their way. */
  invited: number;
  /** Address or number → why it was refused. */
  refused: ReadonlyMap<string, string>;
  /** The call that had no answer, or that was refused as a whole. */
  failure: CallError | undefined;
}

/** Sends a list in parts. A part without an answer is sent again with its key, so that nobody gets two messages. */
export const useSendMany = (): ((people: readonly Sendable[]) => Promise<Sent>) => {
  const call = useOnlineCall();
  const keys = useRef(new Map<string, string>());
  return async (people) => {
    const [done, refused] = [new Set<string>(), new Map<string, string>()];
    let invited = 0;
    const note = ({ to, code, message }: InvitedRow): void => {
      if (code === null) invited += 1;
      if (code === null || code === EXISTS) done.add(to);
      else refused.set(to, message ?? '');
    };
    for (let at = 0; at < people.length; at += INVITE_BATCH_MAX) {
      const part = people.slice(at, at + INVITE_BATCH_MAX).map(({ to, role }) => ({ ...to, recipientType: role }));
      const name = JSON.stringify(part);
      const key = keys.current.get(name) ?? newId();
      keys.current.set(name, key);
      try {
        const { results } = await call(inviteMany, { people: part }, { key });
        // Answered: the same people again, e.g. tomorrow, are another call.
        keys.current.delete(name);
        results.forEach(note);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.kind === 'refused') keys.current.delete(name);
        return { done, invited, refused, failure: error };
      }
    }
    return { done, invited, refused, failure: undefined };
  };
};

/** The line of a person as it is kept in the list. */
export const lineOf = ({ text, to, role }: ListedPerson): string =>
  `${to ? nameOf(to) : text}${role === 'educator' ? ', Creator' : ''}`;
