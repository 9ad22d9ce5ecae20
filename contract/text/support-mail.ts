import { commonText } from './common.ts';

interface Written {
  kind: 'contact' | 'technical';
  topic: string;
  message: string;
  /** Where to answer; null if the account has no address. */
  email: string | null;
  /** Username; undefined without an account. */
  username?: string | undefined;
  /** Addresses of web pages. */
  screenshot?: string | undefined;
  profile?: string | undefined;
  diagnostics?: string | undefined;
}

const KINDS = { contact: 'Contact support', technical: 'Technical support' } as const;

/** The mail with a message to support. A line break in the topic must not reach the mail's header. */
export const supportMail = ({ kind, topic, message, email, username, profile, screenshot, diagnostics }: Written) => ({
  subject: `${commonText.product}: ${topic.replace(/\s+/g, ' ')}`,
  heading: topic,
  text: message,
  facts: [
    ['Sent by', `${KINDS[kind]}, ${username ?? 'a person without an account'}`],
    ['Reply to', email ?? 'the account has no address'],
    ...(profile ? [['Profile', profile] as const] : []),
    ...(screenshot ? [['Picture', screenshot] as const] : []),
    ...(diagnostics ? [['Technical', diagnostics] as const] : []),
  ] as const,
});
