import { noticeMails } from '#contract/text/notifications-mail.ts';
import {
  notificationKinds,
  notificationLinks,
  type NotificationKind,
  type NotificationKindName,
} from '#contract/text/notifications.ts';
import { shadeOf } from '#server/domains/notifications/shade.ts';

const FOR = { learner: 'Member', educator: 'Creator', both: 'both' } as const;

/** Stands for each value of a title by its name, e.g. `{sport}`. */
const NAMES: Readonly<Record<string, string>> = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

const isGrouped = (kind: NotificationKindName): boolean => {
  const [first, second] = ['1', '2'].map((id) => shadeOf({ id, userId: 'u', kind, link: '/' }).subject);
  return first === second;
};

/** What docs/notifications.md says of a kind and the code decides: kind, for whom, title, preference, mail, shade, button. */
export const contractCells = (kind: NotificationKindName): string[] => {
  const { to, title, preference, linkTitle }: NotificationKind = notificationKinds[kind];
  const { act } = shadeOf({ id: '1', userId: 'u', kind, link: '/' });
  return [
    `\`${kind}\``,
    FOR[to],
    title(NAMES),
    preference ? `\`${preference}\`` : 'at once',
    noticeMails.has(kind) ? 'yes' : '–',
    [isGrouped(kind) ? 'one a subject' : 'each', act && `button “${act}”`].filter(Boolean).join(', '),
    linkTitle,
  ];
};

/** The pages that notifications lead to, without their query, e.g. `/invoice/{invoiceId}`. */
export const notificationPages: readonly string[] = Object.values(notificationLinks).map((link) => {
  const address = typeof link === 'string' ? link : link(NAMES);
  return decodeURIComponent(address.split('?')[0]!);
});
