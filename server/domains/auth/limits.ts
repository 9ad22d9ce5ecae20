import { Problem } from '#contract/problems.ts';
import type { Services } from '#server/services.ts';
import { returnToken, takeToken, type Bucket } from '#server/calls/rate-limit.ts';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** Source: D-56. */
const SENDS_TO_DESTINATION: Bucket = { capacity: 5, perSeconds: HOUR_S };
const SENDS_FROM_ADDRESS: Bucket = { capacity: 10, perSeconds: HOUR_S };
/** A day's total, so that five an hour do not become a hundred. */
const SENDS_TO_DESTINATION_A_DAY: Bucket = { capacity: 15, perSeconds: DAY_S };
/** Text messages cost money: limits those to neighbouring numbers, from any number of addresses. */
const SENDS_TO_PREFIX_A_DAY: Bucket = { capacity: 300, perSeconds: DAY_S };
/** Source: D-67. */
const FAILURES_OF_ACCOUNT: Bucket = { capacity: 10, perSeconds: 900 };
const FAILURES_FROM_ADDRESS: Bucket = { capacity: 50, perSeconds: 900 };
/** Checks whether a name, email or number is taken: enough for a person who tries some, too few to test a list. */
const TAKEN_CHECKS: Bucket = { capacity: 60, perSeconds: 600 };
/** Each costs a password hash. */
const REGISTRATIONS: Bucket = { capacity: 40, perSeconds: HOUR_S };
const CODE_CHECKS: Bucket = { capacity: 60, perSeconds: 600 };

/** @throws Problem `auth.code_limit` */
export const countSend = async (
  { database: { counters } }: Services,
  address: string,
  destination: string,
  isSms: boolean,
): Promise<void> => {
  const take = (key: string, bucket: Bucket) => takeToken(counters, `code:${key}`, bucket, 'auth.code_limit');
  await take(`to:${destination}`, SENDS_TO_DESTINATION);
  await take(`from:${address}`, SENDS_FROM_ADDRESS);
  await take(`day:${destination}`, SENDS_TO_DESTINATION_A_DAY);
  if (isSms) await take(`prefix:${destination.slice(0, 6)}`, SENDS_TO_PREFIX_A_DAY);
};

/**
 * Counts a try to sign in as a failure before the password is checked, so that tries at the same time cannot pass together.
 *
 * @returns Takes the count back, after a successful try.
 * @throws Problem `auth.too_many_logins`
 */
export const countLogin = async (
  { database: { counters } }: Services,
  address: string,
  account: string,
): Promise<() => Promise<void>> => {
  const counted: [string, Bucket][] = [];
  const takeBack = async () => {
    for (const [key, bucket] of counted) await returnToken(counters, key, bucket);
  };
  try {
    for (const [key, bucket] of [
      [`login:account:${account}`, FAILURES_OF_ACCOUNT],
      [`login:from:${address}`, FAILURES_FROM_ADDRESS],
    ] as [string, Bucket][]) {
      await takeToken(counters, key, bucket, 'auth.too_many_logins');
      counted.push([key, bucket]);
    }
  } catch (error) {
    if (error instanceof Problem) await takeBack();
    throw error;
  }
  return takeBack;
};

export const countTakenCheck = ({ database: { counters } }: Services, address: string): Promise<void> =>
  takeToken(counters, `taken:${address}`, TAKEN_CHECKS);
export const countRegistration = ({ database: { counters } }: Services, address: string): Promise<void> =>
  takeToken(counters, `register:${address}`, REGISTRATIONS);
export const countCodeCheck = ({ database: { counters } }: Services, address: string): Promise<void> =>
  takeToken(counters, `verify:${address}`, CODE_CHECKS);
