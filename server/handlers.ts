import type { AllHandlers } from './calls/context.ts';
import { accountHandlers } from './domains/account/index.ts';
import { applicationsHandlers } from './domains/applications/index.ts';
import { authHandlers } from './domains/auth/index.ts';
import { blocksHandlers } from './domains/blocks/index.ts';
import { captionsHandlers } from './domains/captions/index.ts';
import { channelsHandlers } from './domains/channels/index.ts';
import { commentsHandlers } from './domains/comments/index.ts';
import { dashboardHandlers } from './domains/dashboard/index.ts';
import { deskHandlers } from './domains/desk/index.ts';
import { devicesHandlers } from './domains/devices/index.ts';
import { discountsHandlers } from './domains/discounts/index.ts';
import { exploreHandlers } from './domains/explore/index.ts';
import { filesHandlers } from './domains/files/index.ts';
import { homeHandlers } from './domains/home/index.ts';
import { invitesHandlers } from './domains/invites/index.ts';
import { invoicesHandlers } from './domains/invoices/index.ts';
import { libraryHandlers } from './domains/library/index.ts';
import { notificationsHandlers } from './domains/notifications/index.ts';
import { organizationsHandlers } from './domains/organizations/index.ts';
import { pagesHandlers } from './domains/pages/index.ts';
import { paymentsHandlers } from './domains/payments/index.ts';
import { playlistsHandlers } from './domains/playlists/index.ts';
import { profilesHandlers } from './domains/profiles/index.ts';
import { publicationsHandlers } from './domains/publications/index.ts';
import { ratingsHandlers } from './domains/ratings/index.ts';
import { registrationHandlers } from './domains/registration/index.ts';
import { reportsHandlers } from './domains/reports/index.ts';
import { searchHandlers } from './domains/search/index.ts';
import { serverHandlers } from './domains/server/index.ts';
import { sportsHandlers } from './domains/sports/index.ts';
import { storageHandlers } from './domains/storage/index.ts';
import { subscriptionsHandlers } from './domains/subscriptions/index.ts';
import { supportHandlers } from './domains/support/index.ts';
import { syncHandlers } from './domains/sync/index.ts';
import { uploadHandlers } from './domains/upload/index.ts';
import { usersHandlers } from './domains/users/index.ts';
import { walletHandlers } from './domains/wallet/index.ts';
import { watchHandlers } from './domains/watch/index.ts';

/** The handler of every call. Each area's domain exports the handlers of its calls from its `index.ts`. */
export const handlers: AllHandlers = {
  ...accountHandlers,
  ...applicationsHandlers,
  ...authHandlers,
  ...blocksHandlers,
  ...captionsHandlers,
  ...channelsHandlers,
  ...commentsHandlers,
  ...dashboardHandlers,
  ...deskHandlers,
  ...devicesHandlers,
  ...discountsHandlers,
  ...exploreHandlers,
  ...filesHandlers,
  ...homeHandlers,
  ...invitesHandlers,
  ...invoicesHandlers,
  ...libraryHandlers,
  ...notificationsHandlers,
  ...organizationsHandlers,
  ...pagesHandlers,
  ...paymentsHandlers,
  ...playlistsHandlers,
  ...profilesHandlers,
  ...publicationsHandlers,
  ...ratingsHandlers,
  ...registrationHandlers,
  ...reportsHandlers,
  ...searchHandlers,
  ...serverHandlers,
  ...sportsHandlers,
  ...storageHandlers,
  ...subscriptionsHandlers,
  ...supportHandlers,
  ...syncHandlers,
  ...uploadHandlers,
  ...usersHandlers,
  ...walletHandlers,
  ...watchHandlers,
};
