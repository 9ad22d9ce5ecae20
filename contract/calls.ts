import type { Call } from './call.ts';
import * as account from './account.ts';
import * as applications from './applications.ts';
import * as auth from './auth.ts';
import * as blocks from './blocks.ts';
import * as captions from './captions.ts';
import * as channels from './channels.ts';
import * as comments from './comments.ts';
import * as dashboard from './dashboard.ts';
import * as desk from './desk.ts';
import * as devices from './devices.ts';
import * as discounts from './discounts.ts';
import * as explore from './explore.ts';
import * as files from './files.ts';
import * as home from './home.ts';
import * as invites from './invites.ts';
import * as invoices from './invoices.ts';
import * as library from './library.ts';
import * as notifications from './notifications.ts';
import * as organizations from './organizations.ts';
import * as pages from './pages.ts';
import * as payments from './payments.ts';
import * as playlists from './playlists.ts';
import * as profiles from './profiles.ts';
import * as publications from './publications.ts';
import * as ratings from './ratings.ts';
import * as registration from './registration.ts';
import * as reports from './reports.ts';
import * as search from './search.ts';
import * as server from './server.ts';
import * as sports from './sports.ts';
import * as storage from './storage.ts';
import * as subscriptions from './subscriptions.ts';
import * as support from './support.ts';
import * as sync from './sync.ts';
import * as upload from './upload.ts';
import * as users from './users.ts';
import * as wallet from './wallet.ts';
import * as watch from './watch.ts';

/** One module per area. The area is the part of its call ids before the dot. */
const areas = [
  account,
  applications,
  auth,
  blocks,
  captions,
  channels,
  comments,
  dashboard,
  desk,
  devices,
  discounts,
  explore,
  files,
  home,
  invites,
  invoices,
  library,
  notifications,
  organizations,
  pages,
  payments,
  playlists,
  profiles,
  publications,
  ratings,
  registration,
  reports,
  search,
  server,
  sports,
  storage,
  subscriptions,
  support,
  sync,
  upload,
  users,
  wallet,
  watch,
];

type Exports = (typeof areas)[number];
/** The calls among the exports of a module. */
type CallOf<Module> = Module extends unknown ? Extract<Module[keyof Module], Call> : never;
type AnyCall = CallOf<Exports>;
export type CallId = AnyCall['id'];
export type CallById<Id extends CallId> = Extract<AnyCall, { id: Id }>;

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'id' in value && 'method' in value && 'path' in value;

/**
 * The whole table: every call that an area exports. Only the server, the service worker and the tests load it; a route
 * imports the calls that it makes.
 */
export const allCalls: readonly Call[] = areas.flatMap((area) => Object.values(area).filter(isCall));
export const callById: ReadonlyMap<string, Call> = new Map(allCalls.map((call) => [call.id, call]));
