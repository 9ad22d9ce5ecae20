import type { AreaHandlers } from '#server/calls/context.ts';
import { listHandlers } from './lists.ts';
import { roleHandlers } from './roles.ts';

export { keepSports } from './lock.ts';
export { saveRoles, type RolesInSport } from './roles.ts';
export { isOpenSql, listItemSql } from './lists.ts';

export const sportsHandlers: AreaHandlers<'sports'> = { ...listHandlers, ...roleHandlers };
