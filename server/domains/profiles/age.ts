import { ageOn, AGE_ADULT } from '#contract/profiles-fields.ts';

/** The day of an instant in UTC, `YYYY-MM-DD`. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Whether a person is under 18; false while the date of birth (`YYYY-MM-DD`) is not known. Source: D-75. */
export const isMinor = (now: Date, born: string | null): boolean =>
  born !== null && ageOn(born, dayOf(now)) < AGE_ADULT;
