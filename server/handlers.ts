import type { AllHandlers } from './calls/context.ts';
import { authHandlers } from './domains/auth/index.ts';
import { channelsHandlers } from './domains/channels/index.ts';
import { devicesHandlers } from './domains/devices/index.ts';
import { filesHandlers } from './domains/files/index.ts';
import { homeHandlers } from './domains/home/index.ts';
import { invitesHandlers } from './domains/invites/index.ts';
import { libraryHandlers } from './domains/library/index.ts';
import { notificationsHandlers } from './domains/notifications/index.ts';
import { pagesHandlers } from './domains/pages/index.ts';
import { playlistsHandlers } from './domains/playlists/index.ts';
import { publicationsHandlers } from './domains/publications/index.ts';
import { ratingsHandlers } from './domains/ratings/index.ts';
import { registrationHandlers } from './domains/registration/index.ts';
import { serverHandlers } from './domains/server/index.ts';
import { sportsHandlers } from './domains/sports/index.ts';
import { subscriptionsHandlers } from './domains/subscriptions/index.ts';
import { syncHandlers } from './domains/sync/index.ts';
import { uploadHandlers } from './domains/upload/index.ts';
import { usersHandlers } from './domains/users/index.ts';
import { watchHandlers } from './domains/watch/index.ts';

/** The handler of every call. Each area's domain exports the handlers of its calls from its `index.ts`. */
export const handlers: AllHandlers = {
  ...authHandlers,
  ...channelsHandlers,
  ...devicesHandlers,
  ...filesHandlers,
  ...homeHandlers,
  ...invitesHandlers,
  ...libraryHandlers,
  ...notificationsHandlers,
  ...pagesHandlers,
  ...playlistsHandlers,
  ...publicationsHandlers,
  ...ratingsHandlers,
  ...registrationHandlers,
  ...serverHandlers,
  ...sportsHandlers,
  ...subscriptionsHandlers,
  ...syncHandlers,
  ...uploadHandlers,
  ...usersHandlers,
  ...watchHandlers,
};
