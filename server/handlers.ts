import type { Handlers } from './calls/context.ts';
import { accountsHandlers } from './domains/auth/index.ts';
import { channelsHandlers } from './domains/channels/index.ts';
import { filesHandlers } from './domains/files/index.ts';
import { libraryHandlers } from './domains/library/index.ts';
import { notificationsHandlers } from './domains/notifications/index.ts';
import { pagesHandlers } from './domains/pages/index.ts';
import { sportsHandlers } from './domains/sports/index.ts';
import { syncHandlers } from './domains/sync/index.ts';
import { uploadHandlers } from './domains/upload/index.ts';
import { watchHandlers } from './domains/watch/index.ts';

/** Every call's handler: what the domains offer. */
export const handlers: Handlers = {
  ...accountsHandlers,
  ...pagesHandlers,
  ...sportsHandlers,
  ...libraryHandlers,
  ...uploadHandlers,
  ...filesHandlers,
  ...channelsHandlers,
  ...watchHandlers,
  ...notificationsHandlers,
  ...syncHandlers,
};
