import { about, unique, just, type Build, type AboutRows } from './example-parts.ts';

const address = (): string => `admin${unique()}@example.net`;

/** Requests of the calls about organizations and their administrators. */
export const ADMIN_EXAMPLES = {
  'organizations.admins': about((rows) => ({ input: { id: rows.owner } })),
  'organizations.changeAdminRole': about((rows) => ({
    input: { id: rows.owner, adminId: rows.admin, role: 'Owner', ownership_transfer: true },
  })),
  'organizations.removeAdmin': about((rows) => ({ input: { id: rows.owner, adminId: rows.admin } })),
  'organizations.inviteAdministrator': () => ({ input: { email: address() } }),
  'organizations.inviteAdminsByEmails': about((rows) => ({ input: { id: rows.owner, emails: [address()] } })),
  'organizations.inviteAdminsByUsers': about((rows) => ({ input: { id: rows.owner, user_ids: [rows.commentAuthor] } })),
  'organizations.adminInvitations': about((rows) => ({ input: { id: rows.owner } })),
  'organizations.cancelAdminInvitation': about((rows) => ({
    input: { id: rows.owner, invitationId: rows.adminInvitation },
  })),
  'organizations.ownAdminInvitations': just({}),
  'organizations.answerAdminInvitation': about((rows) => ({
    input: { invitationId: rows.ownAdminInvitation, isAccepted: true },
  })),
  'users.readOrganization': about((rows) => ({ input: { id: rows.owner } })),
  // The own rows of all administrators of an organization show its name and whether it has signed in.
  'users.setOrganization': about(
    (rows) => ({
      input: {
        id: rows.owner,
        firstTimeLogin: false,
        webSite: 'club.example.org',
        description: 'A club',
        birthCountry: 'HR',
      },
    }),
    { reaches: ['fellows'] },
  ),
  'users.list': just({ search: 'ana' }),
} satisfies Record<string, Build | AboutRows>;
