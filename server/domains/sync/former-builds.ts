import { splitMarks, type Marks } from './marks.ts';

/**
 * Clients of the builds before version 1.2 do not say which tables they hold: they hold these twelve, in these shapes.
 * Their cursor carried one hash over all rows' schemas, made by the server.
 */
export const FORMER_MARKS: Marks = splitMarks(
  'Yr0_q6g1O3WAOelvqTgK3D7MKPS3V8LJqTVyVZJ-R-ZXa_kM8nqqySsfAeX8ChkScUXTPtGxyq_xfnMDyjeM',
);
export const FORMER_HASH = 'J5AnAe0Ift5A';
