import { commonText } from './common.ts';

/** Words of digests: one push and one mail about all notifications that waited. Source: decision 0119. */
export const digestPush = (count: number, newest: string): { title: string; text: string } => ({
  title: `${count} new notifications`,
  text: `${newest} And ${count - 1} more.`,
});

export const digestMail = {
  subject: (count: number, newest: string): string =>
    `${commonText.product}: ${count === 1 ? newest : `${count} new notifications`}`,
  heading: (count: number): string => (count === 1 ? '1 new notification' : `${count} new notifications`),
  more: (count: number): string => (count === 1 ? 'And 1 more.' : `And ${count} more.`),
  open: 'Open your notifications',
  note: (settings: string, stop: string): string =>
    `You get this mail because you chose a digest for some notifications. How often it comes: ${settings}\n\nStop these mails: ${stop}`,
};

/** The page behind the link that stops the mails, which needs no sign-in. */
export const digestStop = {
  title: 'Digest mails',
  ask: 'Stop the mails with your new notifications? Pushes and the notifications in the app go on as you chose them.',
  button: 'Stop these mails',
  done: 'You get no more digest mails. You can switch them on again in the notification settings of the app.',
  bad: 'This link is not complete or too old. You can switch digest mails off in the notification settings of the app.',
  settings: 'Notification settings',
};
