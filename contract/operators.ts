import type { Call } from './call.ts';
import { isPublic } from './facts.ts';
import { all, type May } from './may.ts';

/**
 * Areas in which an operator who is signed in to a person's account may change something: the work that people ask for
 * help with. Everything else (what opens the account, what costs money or pays out, what speaks in the person's name to others)
 * stays the person's own, also in an area that is added later. Source: decision 0114.
 */
const AREAS_OF_OPERATORS: ReadonlySet<string> = new Set([
  'captions',
  'channels',
  'dashboard',
  'files',
  'library',
  'notifications',
  'playlists',
  'profiles',
  'publications',
  'search',
  'upload',
  'users',
  'watch',
]);

/** Whether an operator who is signed in to a person's account may make the call: reads, and changes in the areas above. */
export const isOpenToOperators = (call: Call): boolean =>
  call.method === 'GET' || isPublic(call.may) || AREAS_OF_OPERATORS.has(call.id.slice(0, call.id.indexOf('.')));

/** The rule of a call that is enforced: its own, and for what is not open to operators that the person is there. */
export const enforcedRule = (call: Call): May => (isOpenToOperators(call) ? call.may : all(call.may, 'inPerson'));
