/** The wizard of each type of Creator. */
export const APPLICATION_PAGES = { coaching: '/coaching-application', science: '/science-application' } as const;
