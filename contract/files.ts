import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Sha256 } from './ids.ts';

/** A picture or other small file of a queued call, identified by its hash. */
export const putFile = defineCall({
  id: 'files.put',
  method: 'PUT',
  path: '/files/{sha256}',
  may: 'signedIn',
  body: 'file',
  input: v.object({ sha256: Sha256 }),
  output: v.object({ url: v.string(), sha256: v.string() }),
  problems: ['file.wrong_digest', 'file.not_a_picture', 'file.too_many_pixels', 'library.out_of_storage'],
  offline: 'online',
  summary: 'Stores a small file for calls that refer to it',
});
