type Values = Readonly<Record<string, string>>;

/** What a storage plan or archived content is about. Source: D-341, decision 0101. */
export const storageKinds = {
  storage_critical: {
    to: 'educator',
    title: () => 'Storage',
    text: () => 'You have used over 80% of your storage.',
    linkTitle: 'Upgrade',
    preference: null,
  },
  plan_changed: {
    to: 'educator',
    title: () => 'Storage plan',
    text: (v: Values) => `Your plan changed: you have ${v['plan']} now.${v['after'] ? ` ${v['after']}` : ''}`,
    linkTitle: 'Open',
    preference: null,
  },
  plan_unpaid: {
    to: 'educator',
    title: () => 'Storage plan not paid',
    text: (v: Values) =>
      `The payment for your ${v['plan']} storage plan failed. Uploads wait until it is paid. On ${v['day']} your plan becomes Starter.`,
    linkTitle: 'Open',
    preference: null,
  },
  content_archived: {
    to: 'educator',
    title: () => 'Content was archived',
    text: (v: Values) =>
      `${v['count']} archived, because your content exceeds your storage plan. Restore or download it before ${v['day']}; then it is deleted.`,
    linkTitle: 'Open',
    preference: null,
  },
  archive_deletion: {
    to: 'educator',
    title: () => 'Archived content',
    text: (v: Values) => `Archived content will be deleted in ${v['days']}: ${v['count']}. Restore or download it.`,
    linkTitle: 'Open',
    preference: null,
  },
} as const;
