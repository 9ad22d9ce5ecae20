export { isMissing } from '../adapters/objects/index.ts';

/** Why a backup or a restore cannot be done, in a plain sentence that says what to do. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}
