/** A tab of the bar at the bottom: the address of its page, or the menu. */
export type Tab = '/home' | '/explore' | '/community' | '/channels' | '/library' | '/dashboard/educator' | 'menu';

interface Area {
  /** Start of the pages' paths, with a slash at the end. */
  path: string;
  /** Tabs that these pages belong to; the first one that the person's role has is lit. */
  tabs: readonly Tab[];
  /** Page above, for a page that was opened without one before it, e.g. from a push. */
  parent: string;
}

/** The landing page of the person's role. */
const LANDING = '/dashboard';

/**
 * The one place that says where a page belongs; the first area that fits. Pages that are opened from the drawer belong
 * to Menu. Source: design §5, docs/decisions/0023.
 */
const AREAS: readonly Area[] = [
  { path: '/home/', tabs: ['/home'], parent: LANDING },
  { path: '/explore-search/', tabs: ['/home', '/channels'], parent: LANDING },
  { path: '/sport-page-search/', tabs: ['/home', '/channels'], parent: LANDING },
  { path: '/sport-page/', tabs: ['/home', '/channels'], parent: LANDING },
  { path: '/search-for-subscribe-to-sport/', tabs: ['/home'], parent: LANDING },
  { path: '/explore/', tabs: ['/explore'], parent: LANDING },
  { path: '/explore-section/', tabs: ['/explore'], parent: '/explore' },
  { path: '/community/', tabs: ['/community'], parent: LANDING },
  { path: '/channels/', tabs: ['/channels', '/community'], parent: LANDING },
  { path: '/comments/', tabs: ['/channels'], parent: '/channels' },
  { path: '/create-channel/', tabs: ['/channels'], parent: LANDING },
  { path: '/create-subchannel/', tabs: ['/channels'], parent: LANDING },
  { path: '/edit-channel/', tabs: ['/channels'], parent: LANDING },
  { path: '/channel-content-library/', tabs: ['/channels'], parent: '/channels' },
  { path: '/playlists/', tabs: ['/channels', '/community'], parent: LANDING },
  { path: '/edit-channel-content/', tabs: ['/channels'], parent: LANDING },
  { path: '/library/archived/', tabs: ['/library'], parent: '/library' },
  { path: '/library/', tabs: ['/library'], parent: '/library?tab=folders' },
  { path: '/shared/', tabs: ['/library'], parent: LANDING },
  { path: '/record/', tabs: ['/library'], parent: '/library' },
  { path: '/captions/', tabs: ['/library'], parent: '/library' },
  { path: '/video-editor/', tabs: ['/library'], parent: '/library' },
  { path: '/storage-plan-access-fees/', tabs: ['/library'], parent: '/library' },
  { path: '/select-plan-for-downgrading/', tabs: ['/library'], parent: '/storage-plan-access-fees' },
  { path: '/confirm-plan-payment/', tabs: ['/library'], parent: '/storage-plan-access-fees' },
  { path: '/cancel-plan-refund/', tabs: ['/library'], parent: '/select-plan-for-downgrading' },
  { path: '/downgrade-plan-refund/', tabs: ['/library'], parent: '/select-plan-for-downgrading' },
  { path: '/upgrade-plan-refund/', tabs: ['/library'], parent: '/storage-plan-access-fees' },
  { path: '/thank-you/', tabs: ['/library'], parent: '/storage-plan-access-fees' },
  { path: '/dashboard/educator/', tabs: ['/dashboard/educator'], parent: '/dashboard/educator' },
  { path: '/learner-subscriptions/', tabs: ['menu'], parent: LANDING },
  { path: '/confirm-sport-subscription/', tabs: ['menu'], parent: '/learner-subscriptions' },
  { path: '/payment-methods/', tabs: ['menu'], parent: LANDING },
  { path: '/educator-wallet/amounts/', tabs: ['menu'], parent: '/educator-wallet' },
  { path: '/educator-wallet/', tabs: ['menu'], parent: LANDING },
  { path: '/sandbox-registration/', tabs: ['menu'], parent: '/educator-wallet' },
  { path: '/invoice-history/', tabs: ['menu'], parent: '/payment-methods' },
  { path: '/monthly-invoice/', tabs: ['menu'], parent: '/invoice-history' },
  { path: '/invoice/', tabs: ['menu'], parent: '/invoice-history' },
  { path: '/invite-friend/email/', tabs: ['menu'], parent: '/invite-friend' },
  { path: '/invite-friend/text/', tabs: ['menu'], parent: '/invite-friend' },
  { path: '/invite-your-community/poster/', tabs: ['menu'], parent: '/invite-your-community' },
  { path: '/invite-friend/many/', tabs: ['menu'], parent: '/invite-friend' },
  { path: '/invite-admin/', tabs: ['menu'], parent: '/admins-management' },
  { path: '/add-admin-users/', tabs: ['menu'], parent: '/admins-management' },
  { path: '/organization-invitations/', tabs: ['menu'], parent: '/notifications' },
  { path: '/notification-settings/', tabs: ['menu'], parent: '/notifications' },
  { path: '/account-history/', tabs: ['menu'], parent: '/account-setting' },
  { path: '/account-setting/', tabs: ['menu'], parent: '/account-setting' },
  { path: '/help-support/sync-storage/', tabs: ['menu'], parent: '/help-support' },
  { path: '/profile/edit/', tabs: ['menu'], parent: '/profile' },
  { path: '/profile/', tabs: ['menu'], parent: LANDING },
  { path: '/chat-profile/', tabs: ['menu'], parent: LANDING },
  { path: '/technical-support/', tabs: ['menu'], parent: '/help-support' },
  { path: '/contact-support/', tabs: ['menu'], parent: '/help-support' },
  { path: '/university/', tabs: ['menu'], parent: '/help-support' },
  { path: '/admin-discussions/', tabs: ['menu'], parent: '/admin' },
  { path: '/admin/sports/', tabs: ['menu'], parent: '/admin' },
  { path: '/admin/codes/', tabs: ['menu'], parent: '/admin' },
  { path: '/admin/featured/', tabs: ['menu'], parent: '/admin' },
  { path: '/admin/money/', tabs: ['menu'], parent: '/admin' },
  { path: '/admin/reports/', tabs: ['menu'], parent: '/admin' },
  { path: '/admin/people/', tabs: ['menu'], parent: '/admin' },
  { path: '/admin/settings/', tabs: ['menu'], parent: '/admin' },
  { path: '/admin/applications/', tabs: ['menu'], parent: '/admin' },
  { path: '/admin/organizations/', tabs: ['menu'], parent: '/admin?kind=organizations' },
  { path: '/', tabs: ['menu'], parent: LANDING },
];

const areaOf = (pathname: string): Area => AREAS.find(({ path }) => `${pathname}/`.startsWith(path))!;

/** The tab that is lit on a page, of the tabs of the person's role. */
export const tabOf = (pathname: string, roleTabs: readonly string[]): Tab =>
  areaOf(pathname).tabs.find((tab) => roleTabs.includes(tab)) ?? 'menu';

/** The page above a page. The first page of an area that is above the others is below the landing page. */
export const parentOf = (pathname: string): string => {
  const { parent } = areaOf(pathname);
  return parent === pathname ? LANDING : parent;
};
