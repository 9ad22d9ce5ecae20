import type { InvitationLink } from '#contract/invites.ts';
import { found, type Handler } from '#server/calls/context.ts';
import { countCodeCheck, greetingName } from '../auth/index.ts';
import { readCode, type Code } from '../discounts/index.ts';

const STATES: Readonly<Record<Code['status'], InvitationLink['state']>> = {
  pending: 'open',
  active: 'open',
  joined: 'used',
  expired: 'expired',
  suspended: 'paused',
  inactive: 'cancelled',
  deleted: 'cancelled',
};

/** What everybody who has a link may know: nothing about the person it was sent to. It changes nothing. */
export const readLink: Handler<'invites.link'> = async ({ services, db, request, now }, { code: text }) => {
  await countCodeCheck(services, request.client);
  const code = found(await readCode(db, text, now));
  const { kind } = code;
  if (kind === 'promotional') return found<InvitationLink>(undefined);
  return {
    code: code.code,
    kind,
    recipientType: code.recipientType,
    senderName: greetingName(code.senderFirstName ?? ''),
    state: STATES[code.status],
  };
};
