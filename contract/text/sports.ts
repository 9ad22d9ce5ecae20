import { commonText } from './common.ts';

/** Words of a sport’s page: its contents, subscribing, filters. Sources: SPO-001…SPO-008; D-342. */
export const sportText = {
  communityTab: 'Community',
  creatorsWithContent: (n: number) => (n === 1 ? '1 Creator with content' : `${n} Creators with content`),
  trialTitle: '14-day free trial',
  trialText: 'Then $3.99 per month. No credit card needed.',
  betaTitle: 'Beta, free',
  betaText: 'A Beta sport is free while its community grows. When it launches, you get a 14-day free trial.',
  /** SUB-039 */
  oneBeta: 'You can only join one Beta Sport Community at a time',
  oneBetaHelp: 'It stays free until its sport launches. You can look at this sport’s free content meanwhile.',
  joinBeta: (sport: string) => `Join ${sport}`,
  /** SUB-093 */
  subscribeFailed: 'Sorry, subscriptions was not created. Try again.',
  waitTitle: 'WaitList',
  waitText: 'Join the waitlist and we will tell you when it starts.',
  subscribe: 'Subscribe',
  join: 'Join',
  joinWaitlist: 'Join the waitlist',
  subscribing: 'Subscribing',
  subscribed: 'Subscribed',
  trialLeft: (days: number) => (days === 1 ? 'Trial: 1 day left' : `Trial: ${days} days left`),
  onWaitlist: 'On the waitlist',
  filter: 'Filter',
  sort: 'Show on top',
  filterAndSort: 'Filter and sort',
  allContent: 'All content',
  contentType: 'Content',
  price: 'Price',
  showOnTop: (sort: string) => `Show on top: ${sort}`,
  showFound: (n: number | undefined) => (n === undefined ? 'Show' : n === 1 ? 'Show 1 item' : `Show ${n} items`),
  types: { all: 'All', video: 'Video', audio: 'Audio', text: 'Text' },
  pricing: { all: 'All prices', free: 'Free', member_only: commonText.memberOnly },
  sorts: { newest: 'Newest', most_viewed: 'Most Viewed', highest_rated: 'Highest Rated' },
  noFollowed: 'No channels have been followed yet. Go to your Community section to find channels recommended for you.',
  sportNeedsPay: 'Your free trial of this sport has ended.',
} as const;
