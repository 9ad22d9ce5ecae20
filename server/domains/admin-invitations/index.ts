// Invitations to administer an organization: other domains make, send and attach them through this door. Source: D-234, decision 0092.

export { attachAdminInvitations } from './attach.ts';
export { deliverAdminInvitation } from './deliver.ts';
export { inviteAddress, invitePerson } from './invite.ts';
export { acceptable, type Acceptable } from './rows.ts';
export { noticeRole } from './notice.ts';
