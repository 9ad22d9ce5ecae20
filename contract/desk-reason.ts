import { REASON_MAX, REASON_MIN } from './applications-limits.ts';
import { text } from './patterns.ts';

/** Why an operator does something: kept with the act, and told to the person. */
export const ActReason = text(REASON_MIN, REASON_MAX);
