import { Problem, type ProblemCode } from '#contract/problems.ts';
import type { ClientNetwork } from '#server/calls/context.ts';
import { returnToken, takeToken, type Bucket } from '#server/calls/rate-limit.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { codesOfNetwork } from '../discounts/index.ts';
import type { Purpose } from './codes.ts';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** Source: D-56. */
const SENDS_TO_DESTINATION: Bucket = { capacity: 5, perSeconds: HOUR_S };
const SENDS_FROM_NETWORK: Bucket = { capacity: 10, perSeconds: HOUR_S };
/** A day's total, so that five an hour do not become a hundred. */
const SENDS_TO_DESTINATION_A_DAY: Bucket = { capacity: 15, perSeconds: DAY_S };
/** Text messages cost money: limits those to neighbouring numbers, from any number of addresses. */
const SENDS_TO_PREFIX_A_DAY: Bucket = { capacity: 300, perSeconds: DAY_S };
/**
 * Failures of all devices that have not signed in to the account before, together. The waits grow while they go on: a
 * try every 90 s, then every 18 min, then every 36 min. Source: D-67.
 */
const FAILURES_OF_STRANGERS: readonly (readonly [name: string, Bucket])[] = [
  ['account', { capacity: 10, perSeconds: 900 }],
  ['account-6h', { capacity: 20, perSeconds: 6 * HOUR_S, waitMinutes: 30 }],
  ['account-day', { capacity: 40, perSeconds: DAY_S, waitMinutes: 60 }],
];
const FAILURES_OF_KNOWN_DEVICE: Bucket = { capacity: 10, perSeconds: 900 };
const FAILURES_FROM_NETWORK: Bucket = { capacity: 50, perSeconds: 900 };
/**
 * Failures of all strangers on all accounts. Where they are used up, somebody guesses from many networks: then each network has fewer,
 * but some, so that people on new devices get in.
 */
const FAILURES_OF_ALL: Bucket = { capacity: 1_000, perSeconds: 900 };
const FAILURES_FROM_NETWORK_THEN: Bucket = { capacity: 5, perSeconds: 900 };
/** Checks whether a name, email or number is taken: enough for a person who tries some, too few to test a list. */
const TAKEN_CHECKS: Bucket = { capacity: 60, perSeconds: 600 };
const TAKEN_CHECKS_A_DAY: Bucket = { capacity: 400, perSeconds: DAY_S };
/** Each costs a password hash. */
const REGISTRATIONS: Bucket = { capacity: 40, perSeconds: HOUR_S };
/** Sign-ins by passkey, of which each view of the sign-in page starts one. A passkey cannot be guessed. */
const PASSKEYS: Bucket = { capacity: 300, perSeconds: 600 };
/** New devices that an owner is told of: each (by its name and network), and all of an account. Source: decision 0117. */
const NEW_DEVICE: Bucket = { capacity: 1, perSeconds: DAY_S };
const NEW_DEVICES: Bucket = { capacity: 5, perSeconds: DAY_S };
const CODE_CHECKS: Bucket = { capacity: 60, perSeconds: 600 };
/** Wrong codes for a destination over all that are sent to it: five for each of 15 a day would find one now and then. */
const WRONG_CODES_A_DAY: Bucket = { capacity: 20, perSeconds: DAY_S };

/** Of a day, in the network of a community: what its people need who join together. Each code has twice as many, in all networks. */
const OF_COMMUNITY = 500;
const OF_CODE = 2;

/** A limit of a network, and what people of a community have there when it is used up. Source: decision 0132. */
export interface NetworkLimit {
  /** Begins the keys of its buckets. */
  name: string;
  bucket: Bucket;
  /** Of a day. */
  ofCommunity: number;
}

const SIGN_UP_SENDS: NetworkLimit = { name: 'code:from', bucket: SENDS_FROM_NETWORK, ofCommunity: OF_COMMUNITY };
/** A person checks a name, an address and a number. */
const TAKEN: NetworkLimit = { name: 'taken', bucket: TAKEN_CHECKS, ofCommunity: 3 * OF_COMMUNITY };
const TAKEN_A_DAY: NetworkLimit = { name: 'taken:day', bucket: TAKEN_CHECKS_A_DAY, ofCommunity: 3 * OF_COMMUNITY };
const REGISTER: NetworkLimit = { name: 'register', bucket: REGISTRATIONS, ofCommunity: OF_COMMUNITY };
/** A person opens a link and verifies a code; a guardian opens one and answers. */
const VERIFY: NetworkLimit = { name: 'verify', bucket: CODE_CHECKS, ofCommunity: 3 * OF_COMMUNITY };

/** A /48 of IPv6 may hold many households: it has this many times the limit of one /64. */
const WIDER = 8;

/** The buckets of a network, and of the wider one around it. */
const ofNetwork = (name: string, { network, widerNetwork }: ClientNetwork, bucket: Bucket): [string, Bucket][] => [
  [`${name}:${network}`, bucket],
  ...(widerNetwork
    ? [[`${name}:${widerNetwork}`, { ...bucket, capacity: bucket.capacity * WIDER }] as [string, Bucket]]
    : []),
];

const takeAll = async (
  { database: { counters } }: Services,
  buckets: readonly (readonly [string, Bucket])[],
  code?: ProblemCode,
): Promise<void> => {
  for (const [key, bucket] of buckets) await takeToken(counters, key, bucket, code);
};

/**
 * Counts against a network. One whose limit is used up has more room if it is that of a community: bounded there, whatever number of
 * codes was opened, and bounded for each code, in whatever number of networks.
 *
 * @throws Problem `code` if that is used up too.
 */
export const takeOfNetwork = async (
  services: Services,
  client: ClientNetwork,
  { name, bucket, ofCommunity }: NetworkLimit,
  code?: ProblemCode,
): Promise<void> => {
  try {
    await takeAll(services, ofNetwork(name, client, bucket), code);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    for (const opened of await codesOfNetwork(services.database.db, client, services.now())) {
      const buckets = [
        [`${name}:guests:${client.network}`, { capacity: ofCommunity, perSeconds: DAY_S }],
        [`${name}:guests-of:${opened}`, { capacity: OF_CODE * ofCommunity, perSeconds: DAY_S }],
      ] as const;
      if (await takeOrNone(services, buckets).catch(isEmpty)) return;
    }
    throw error;
  }
};

/**
 * Counts a code that is asked for. Each purpose has buckets of its own: sign-up codes use up nobody's reset, and a known
 * device of an account has its own beside those of strangers.
 *
 * @param knownDevice Key of a device that has signed in to the account before.
 * @throws Problem `auth.code_limit`
 */
export const countSend = async (
  services: Services,
  client: ClientNetwork,
  { purpose, destination }: { purpose: Purpose; destination: string },
  knownDevice?: string,
): Promise<void> => {
  const to = knownDevice ? `${destination}:${knownDevice}` : destination;
  await takeAll(services, [[`code:${purpose}:to:${to}`, SENDS_TO_DESTINATION]], 'auth.code_limit');
  if (purpose === 'sign_up') await takeOfNetwork(services, client, SIGN_UP_SENDS, 'auth.code_limit');
  else if (!knownDevice) await takeAll(services, ofNetwork('code:from', client, SENDS_FROM_NETWORK), 'auth.code_limit');
  await takeAll(services, [[`code:${purpose}:day:${to}`, SENDS_TO_DESTINATION_A_DAY]], 'auth.code_limit');
};

/** Counts a text message that is really sent. @throws Problem `auth.code_limit` */
export const countText = (services: Services, phoneNumber: string): Promise<void> =>
  takeAll(services, [[`code:prefix:${phoneNumber.slice(0, 6)}`, SENDS_TO_PREFIX_A_DAY]], 'auth.code_limit');

/**
 * Counts a try to sign in as a failure before the password is checked, so that tries at the same time cannot pass together.
 * A device that signed in to the account before has tries of its own, so that strangers cannot use up the owner's.
 *
 * @param device Key of such a device.
 * @returns Takes the count back, after a successful try.
 * @throws Problem `auth.too_many_logins`
 */
export const countLogin = async (
  services: Services,
  client: ClientNetwork,
  account: string,
  device: string | undefined,
): Promise<() => Promise<void>> => {
  if (device) {
    const own = [[`login:device:${account}:${device}`, FAILURES_OF_KNOWN_DEVICE]] as const;
    const takeBack = await takeOrNone(services, own).catch(isEmpty);
    if (takeBack) return takeBack;
  }
  // The network first: most of a flood ends there, after one statement that writes nothing.
  const takeBack = await takeOrNone(services, [
    ...ofNetwork('login:from', client, FAILURES_FROM_NETWORK),
    ...FAILURES_OF_STRANGERS.map(([name, bucket]) => [`login:${name}:${account}`, bucket] as const),
  ]);
  const ofAll = [['login:all', FAILURES_OF_ALL]] as const;
  const takeBackOfAll = await takeOrNone(services, ofAll)
    .catch(isEmpty)
    .then((taken) => taken ?? takeOrNone(services, ofNetwork('login:few', client, FAILURES_FROM_NETWORK_THEN)))
    .catch(async (error: unknown) => {
      await takeBack();
      throw error;
    });
  return async () => {
    await takeBack();
    await takeBackOfAll();
  };
};

/** A known device whose own tries are used up is one of the strangers; where those of all are, each network has fewer. */
const isEmpty = (error: unknown): undefined => {
  if (!(error instanceof Problem)) throw error;
};

/** Takes from all buckets, or from none. @returns Gives all back. */
const takeOrNone = async (
  { database: { counters } }: { database: { counters: Db } },
  buckets: readonly (readonly [string, Bucket])[],
  code: ProblemCode = 'auth.too_many_logins',
): Promise<() => Promise<void>> => {
  const counted: (readonly [string, Bucket])[] = [];
  const takeBack = async () => {
    for (const [key, bucket] of counted) await returnToken(counters, key, bucket);
  };
  try {
    for (const each of buckets) {
      await takeToken(counters, ...each, code);
      counted.push(each);
    }
  } catch (error) {
    if (error instanceof Problem) await takeBack();
    throw error;
  }
  return takeBack;
};

/**
 * Counts a code as wrong before it is checked. A known device of the account has a count of its own, which strangers cannot use up.
 *
 * @returns Takes the count back, for a right one.
 * @throws Problem `request.too_often`
 */
export const countCode = (
  services: Services,
  { purpose, destination }: { purpose: Purpose; destination: string },
  knownDevice: string | undefined,
): Promise<() => Promise<void>> => {
  const to = knownDevice ? `${destination}:${knownDevice}` : destination;
  return takeOrNone(services, [[`code:${purpose}:wrong:${to}`, WRONG_CODES_A_DAY]], 'request.too_often');
};

/**
 * Counts a sign-in on a new device that its owner would be told of, in the transaction of the sign-in: one that is rolled back does not
 * count.
 *
 * @param device Its name and network.
 * @returns False if the owner was told enough.
 */
export const countNewDevice = async (db: Db, userId: string, device: string): Promise<boolean> => {
  const buckets = [
    [`new-device:${userId}:${device}`, NEW_DEVICE],
    [`new-device:${userId}`, NEW_DEVICES],
  ] as const;
  const taken = await takeOrNone({ database: { counters: db } }, buckets).catch(isEmpty);
  return taken !== undefined;
};

export const countTakenCheck = async (services: Services, client: ClientNetwork): Promise<void> => {
  await takeOfNetwork(services, client, TAKEN);
  await takeOfNetwork(services, client, TAKEN_A_DAY);
};
export const countRegistration = (services: Services, client: ClientNetwork): Promise<void> =>
  takeOfNetwork(services, client, REGISTER);
export const countCodeCheck = (services: Services, client: ClientNetwork): Promise<void> =>
  takeOfNetwork(services, client, VERIFY);
export const countPasskey = (services: Services, client: ClientNetwork): Promise<void> =>
  takeAll(services, ofNetwork('passkey', client, PASSKEYS));
