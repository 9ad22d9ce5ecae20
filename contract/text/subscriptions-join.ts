import { onboardingText } from './registration.ts';

const { interest } = onboardingText;

/** Words of joining a further sport: search, roles, success. Source: SPO-016…SPO-018, SUB-010, SUB-045…SUB-048. */
export const joinText = {
  addTitle: 'Add a sport',
  search: 'Search sports',
  sports: 'Sports',
  allJoined: 'You have joined every sport.',
  noResult: 'No Result Found',
  badges: { Launched: '14-day free trial', Beta: 'Beta, free', WaitList: 'WaitList' },
  /** SPO-017 */
  rolesHeading: interest.heading,
  roles: interest.group,
  notes: { Launched: interest.launched, Beta: interest.betaNote, WaitList: interest.waitListNote },
  confirm: interest.confirm,
  confirming: interest.saving,
  /** SPO-036 */
  rolesFailed: 'Your community role was not changed.',
  /** SUB-093 */
  subscribeFailed: interest.subscribeFailed,
  thanks: 'Thank you',
  goTo: (sport: string) => `Go to ${sport}`,
  done: 'Done',
} as const;
