import type { AreaHandlers } from '#server/calls/context.ts';
import { adminHandlers } from './admins.ts';
import { deskHandlers } from './desk.ts';
import { invitationHandlers } from './invitations.ts';
import { registerHandlers } from './register.ts';

export { copyLibrary } from './copy-library.ts';
export { ownsScope, requireOwnScope } from './owner.ts';

export const organizationsHandlers: AreaHandlers<'organizations'> = {
  ...registerHandlers,
  ...deskHandlers,
  ...adminHandlers,
  ...invitationHandlers,
};
