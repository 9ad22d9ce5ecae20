import { registerEffects } from '../outbox/actions.ts';
import { removeContents } from './remove-contents.ts';

registerEffects('upload', {
  'upload.cancel': (change, { uploadId }) => removeContents(change, [uploadId]),
});
