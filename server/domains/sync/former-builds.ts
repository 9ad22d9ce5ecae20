import { splitMarks, type Marks } from './marks.ts';

/**
 * The tables of clients up to the shipped 1.1.12, which do not send their tables: these twelve, in these shapes. Their cursor
 * contains one hash over the schemas of all rows, made by the server.
 */
export const FORMER_MARKS: Marks = splitMarks(
  'Yr0_q6g1O3WAOelvqTgK3D7MKPS3V8LJqTVyVZJ-R-ZXa_kM8nqqySsfAeX8ChkScUXTPtGxyq_xfnMDyjeM',
);
export const FORMER_HASH = 'J5AnAe0Ift5A';
