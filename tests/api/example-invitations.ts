import { about, just, unique, type Build, type AboutRows } from './example-parts.ts';
import { AFFILIATE } from './fixtures.ts';

/** Requests of the calls of invitations and codes. */
export const INVITATION_EXAMPLES = {
  'invites.list': just({}),
  'invites.create': () => ({ input: { email: `friend${unique()}@example.net`, recipientType: 'learner' } }),
  'invites.inviteByEmail': () => ({ input: { email: `friend${unique()}@example.net` } }),
  'invites.inviteByText': () => ({
    input: { phoneNumber: `+1415555${unique().split('x')[0]!.padStart(4, '0').slice(-4)}` },
  }),
  'invites.inviteMany': () => ({
    input: { people: [{ email: `friend${unique()}@example.net`, recipientType: 'learner' }] },
  }),
  'invites.change': about((rows) => ({ input: { codeId: rows.invitation, status: 'suspended' } })),
  'invites.delete': about((rows) => ({ input: { id: rows.invitation } })),
  'invites.resend': about((rows) => ({ input: { id: rows.expiredInvitation } })),
  'invites.remind': about((rows) => ({ input: { codeId: rows.invitation } })),
  'invites.ownCodes': just({}),
  'invites.changeOwnCode': about((rows) => ({ input: { id: rows.ownCode, status: 'Suspended' } })),
  'invites.link': just({ code: AFFILIATE }),
  'invites.refuse': just({ token: `${'a'.repeat(22)}.${'a'.repeat(43)}` }),
} satisfies Record<string, Build | AboutRows>;
