import type { Call } from './call.ts';
import * as auth from './auth.ts';
import * as channels from './channels.ts';
import * as devices from './devices.ts';
import * as files from './files.ts';
import * as home from './home.ts';
import * as invites from './invites.ts';
import * as library from './library.ts';
import * as notifications from './notifications.ts';
import * as pages from './pages.ts';
import * as playlists from './playlists.ts';
import * as publications from './publications.ts';
import * as ratings from './ratings.ts';
import * as registration from './registration.ts';
import * as server from './server.ts';
import * as sports from './sports.ts';
import * as subscriptions from './subscriptions.ts';
import * as sync from './sync.ts';
import * as upload from './upload.ts';
import * as users from './users.ts';
import * as watch from './watch.ts';

/** One module per area. The area is the part of its call ids before the dot. */
const areas = [
  auth,
  channels,
  devices,
  files,
  home,
  invites,
  library,
  notifications,
  pages,
  playlists,
  publications,
  ratings,
  registration,
  server,
  sports,
  subscriptions,
  sync,
  upload,
  users,
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
