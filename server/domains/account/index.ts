import type { AreaHandlers } from '#server/calls/context.ts';
import { contactHandlers } from './contacts.ts';
import { devicesHandlers } from './devices.ts';
import { exportHandlers } from './export/handlers.ts';
import { guardianHandlers } from './guardian.ts';
import { historyHandlers } from './history.ts';
import { passwordHandlers } from './password.ts';
import { deleteAccount, restoreAccount } from './leaving.ts';
import { securityHandlers } from './security.ts';
import { settingsHandlers } from './settings.ts';

export { mailGuardian } from './guardian-answer.ts';
export { hideNotices } from './hiding.ts';
export { ARCHIVE, sendLinkedArchive } from './export/handlers.ts';
export { expireExports, makeExport, mailExport } from './export/make.ts';
export { eraseAccount, findErasable } from './erasing.ts';

export const accountHandlers: AreaHandlers<'account'> = {
  ...settingsHandlers,
  ...contactHandlers,
  ...passwordHandlers,
  ...historyHandlers,
  ...devicesHandlers,
  ...securityHandlers,
  ...exportHandlers,
  ...guardianHandlers,
  'account.delete': deleteAccount,
  'account.restore': restoreAccount,
};
