import { commonText } from './common.ts';

/**
 * Words of the applications of Creators. Source: APP-001…APP-013, APP-069…APP-074; D-342
 * (T-40, T-43).
 */
export const applicationsText = {
  type: {
    title: 'Choose creator type',
    coaching: 'Sports Coaching',
    science: 'Sports Science',
  },
  commitment: {
    /** T-40 */
    text: (sport: string) => `I commit to publish original, respectful and correct content for the ${sport} community.`,
    commit: 'I commit',
    back: commonText.back,
  },
  result: {
    /** APP-011 */
    notFound: 'Sorry, response was not found :(',
  },
  finish: {
    /** T-43 */
    text: 'Thank you! Your application is under review. We will notify you about the result.',
  },
  failures: {
    /** APP-069 */
    registration: 'Registration failed.',
  },
} as const;
