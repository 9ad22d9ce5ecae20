import { newId } from '#contract/ids.ts';
import type { TestServer } from '#tests/support/server.ts';

/** A pending invitation of the person, one that has expired, and a code for their community. */
export interface InvitationRows {
  invitation: string;
  expiredInvitation: string;
  ownCode: string;
}

/** Ids that no row has. */
export const noInvitationRows = (): InvitationRows => ({
  invitation: newId(),
  expiredInvitation: newId(),
  ownCode: newId(),
});

const DAY_MS = 86_400_000;

export const addInvitationRows = async ({ services }: TestServer, userId: string): Promise<InvitationRows> => {
  const ids = noInvitationRows();
  const code = () => newId().slice(-9).toUpperCase();
  const common = {
    kind: 'invitation',
    sender_id: userId,
    recipient_type: 'learner',
    program: JSON.stringify({
      name: 'Friends',
      discountAmountUnit: 'percent',
      discountAmountValue: 0,
      durationInMonths: 0,
    }),
  };
  const sent = { sends_asked: 1, sends_done: 1 };
  await services.database.db
    .insertInto('shareable_codes')
    .values([
      {
        ...common,
        ...sent,
        id: ids.invitation,
        code: code(),
        email: `${ids.invitation}@example.net`,
        expires_at: new Date(Date.now() + 20 * DAY_MS),
      },
      {
        ...common,
        ...sent,
        id: ids.expiredInvitation,
        code: code(),
        email: `${ids.expiredInvitation}@example.net`,
        expires_at: new Date(Date.now() - DAY_MS),
      },
      { ...common, kind: 'affiliate', id: ids.ownCode, code: code() },
    ])
    .execute();
  return ids;
};
