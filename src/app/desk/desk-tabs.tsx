import { deskText as text } from '#contract/text/applications-desk.ts';
import { deskActText } from '#contract/text/desk.ts';
import { deskCodesText } from '#contract/text/desk-codes.ts';
import { deskFeaturedText } from '#contract/text/desk-featured.ts';
import { deskJobsText } from '#contract/text/desk-jobs.ts';
import { deskMoneyText } from '#contract/text/desk-money.ts';
import { deskSettingsText } from '#contract/text/desk-settings.ts';
import { deskSportsText } from '#contract/text/desk-sports.ts';
import { Tabs } from '#ui/frame/tabs.tsx';

export type DeskPart =
  | 'applications'
  | 'organizations'
  | 'reports'
  | 'people'
  | 'sports'
  | 'codes'
  | 'featured'
  | 'money'
  | 'settings'
  | 'jobs'
  | 'acts';

interface DeskTabsProps {
  selected: DeskPart;
  /** How many wait, where it is known. */
  counts?: Partial<Record<DeskPart, number | undefined>>;
}

/** The lists of the operator's desk. */
export function DeskTabs({ selected, counts = {} }: DeskTabsProps) {
  return (
    <Tabs
      label={text.kinds}
      group="desk"
      selected={selected}
      items={[
        { id: 'applications', label: text.applications, count: counts.applications, href: '/admin' },
        {
          id: 'organizations',
          label: text.organizations,
          count: counts.organizations,
          href: '/admin?kind=organizations',
        },
        { id: 'reports', label: deskActText.reports.tab, count: counts.reports, href: '/admin/reports' },
        { id: 'people', label: deskActText.people.tab, href: '/admin/people' },
        { id: 'sports', label: deskSportsText.tab, href: '/admin/sports' },
        { id: 'codes', label: deskCodesText.tab, href: '/admin/codes' },
        { id: 'featured', label: deskFeaturedText.tab, href: '/admin/featured' },
        { id: 'money', label: deskMoneyText.tab, href: '/admin/money' },
        { id: 'settings', label: deskSettingsText.tab, href: '/admin/settings' },
        { id: 'jobs', label: deskJobsText.jobs.tab, href: '/admin/jobs' },
        { id: 'acts', label: deskJobsText.acts.tab, href: '/admin/acts' },
      ]}
    />
  );
}
