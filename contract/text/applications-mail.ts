import { REPEAT_DAYS } from '../applications-limits.ts';
import { commonText } from './common.ts';

interface Decided {
  about: 'application' | 'organization';
  /** Name of the sport or the organization. */
  name: string;
  isApproved: boolean;
  reason: string | null;
  /** Where the person goes on. */
  address: string;
}

const sentence = ({ about, name, isApproved }: Decided): string => {
  if (about === 'organization') return isApproved ? `${name} is approved.` : `${name} was not approved.`;
  return isApproved ? `Your ${name} application was approved.` : `Your ${name} application was not approved.`;
};

/** Mail about a decision: what, why, and how to object. Source: D-341, decision 0088. */
export const decisionMail = (decided: Decided) => {
  const { about, isApproved, reason, address } = decided;
  const said = sentence(decided);
  const again =
    about === 'application' ? [`You can apply again ${REPEAT_DAYS} days after this answer.`] : ['You can apply again.'];
  return {
    subject: `${commonText.product}: ${said}`,
    heading: said,
    text: [
      'Hello,',
      ...(reason ? [`The reason: ${reason}`] : []),
      ...(isApproved
        ? ['You can create channels and publish now.']
        : [...again, 'If you think that this is wrong, write to Help & Support. A person reads it.']),
    ].join('\n\n'),
    button: { label: isApproved ? 'Open' : 'Contact support', address },
    note: `You get this mail because you applied on ${commonText.product}.`,
    sms: `${commonText.product}: ${said}`,
  };
};
