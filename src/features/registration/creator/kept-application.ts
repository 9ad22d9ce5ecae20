import type { ApplicationType } from '#contract/applications-questions.ts';
import { newId } from '#contract/ids.ts';
import { EMPTY_FORM, type CreatorForm } from './creator-form.ts';

/** An unfinished application as it is kept on this device, in the draft of the registration. */
export interface KeptApplication {
  /** Name of its draft on the server, e.g. `coaching-soccer`. */
  name: string;
  step: string;
  form: CreatorForm;
  /** Id of the application that is made of it. */
  id: string;
  key: string;
  /** Version of the draft on the server that it is based on; 0: none. */
  version: number;
  /** The server has all of it. */
  isSaved: boolean;
}

export const draftName = (type: ApplicationType, sportId: string): string => `${type}-${sportId}`;

export const newApplication = (name: string): KeptApplication => ({
  name,
  step: '',
  form: EMPTY_FORM,
  id: newId(),
  key: newId(),
  version: 0,
  isSaved: true,
});
