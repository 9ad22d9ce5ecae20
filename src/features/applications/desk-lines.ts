import type { OutputOf } from '#contract/call.ts';
import type { listApplications } from '#contract/applications.ts';
import type { listOrganizations } from '#contract/organizations.ts';
import { deskText as text } from '#contract/text/applications-desk.ts';
import { inWords } from '#app/desk/labelled.tsx';

/** A row of the operator's lists. */
export interface DeskLine {
  id: string;
  title: string;
  text: string;
  createdAt: string;
  status: 'pending' | 'approved' | 'denied';
  href: string;
}

type Applied = OutputOf<typeof listApplications>['results'][number];
type Registered = OutputOf<typeof listOrganizations>['results'][number];

export const applicationLine = ({
  id,
  applicant,
  sportName,
  applicationType,
  result,
  createdAt,
  status,
}: Applied): DeskLine => ({
  id,
  title: applicant.name,
  text: [sportName, text.types[applicationType], ...(result ? [text.points(result.total)] : [])].join(' · '),
  createdAt,
  status,
  href: `/admin/applications/${id}`,
});

export const organizationLine = ({ id, name, owner, sports, createdAt, status }: Registered): DeskLine => ({
  id,
  title: name,
  text: [owner?.name ?? text.noOwner, ...sports.map(inWords)].join(' · '),
  createdAt,
  status,
  href: `/admin/organizations/${id}`,
});
