import type { AreaHandlers } from '#server/calls/context.ts';
import { applyHandlers } from './apply.ts';
import { deskHandlers } from './desk.ts';
import { putDocument } from './documents.ts';
import { draftHandlers } from './drafts.ts';
import { referenceHandlers } from './reference.ts';

export { lastActor, readApplicants, recordOperatorAct } from './desk.ts';
export { deleteUnusedDocuments } from './documents.ts';
export { mailDecision, type DecisionMailKey } from './mail.ts';
export { reopenRoles } from './reopen.ts';

export const applicationsHandlers: AreaHandlers<'applications'> = {
  ...referenceHandlers,
  ...applyHandlers,
  ...draftHandlers,
  'applications.putDocument': putDocument,
  ...deskHandlers,
};
