import type { AreaHandlers } from '#server/calls/context.ts';
import { historyHandlers } from './history.ts';
import { findHandlers } from './find.ts';

export { refreshSearch } from './refresh.ts';

export const searchHandlers: AreaHandlers<'search'> = { ...findHandlers, ...historyHandlers };
