import { copyLibrary } from '../domains/organizations/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Copies a Library to an organization, item by item; a killed run goes on where it stopped. */
export const copyLibraryWork = (services: Services): JobWork<'organization.copyLibrary'> => ({
  expireInSeconds: 600,
  run: ({ organizationId }, signal) => copyLibrary(services, organizationId, signal),
});
