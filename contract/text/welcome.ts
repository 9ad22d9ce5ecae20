/** Words of the public first page, which loads nothing else. Source: ACC-002…ACC-004. */
export const welcomeText = {
  title: 'Welcome',
  tagline: ['Learn.', 'Connect.', 'Play.'],
  /** T-01 */
  lead: 'Connect with world-class Creators, learn from the best and bring more to your sport.',
  joinNow: 'Join now',
  signIn: 'Sign in',
} as const;
