import { sql } from 'kysely';
import { decisionMail } from '#contract/text/applications-mail.ts';
import type { Services } from '#server/services.ts';
import { deliverMessage } from '../auth/index.ts';

export interface DecisionMailKey {
  about: 'application' | 'organization';
  id: string;
}

interface Told {
  userId: string;
  name: string;
  status: string;
  reason: string | null;
}

/**
 * Tells a person by mail what was decided, why, and how to object. A job does it, so that it is sent again while the
 * mail server is away.
 */
export const mailDecision = async (services: Services, { about, id }: DecisionMailKey): Promise<void> => {
  const query =
    about === 'application'
      ? sql<Told>`select a.user_id as "userId", s.name, a.status, a.reason from applications a join sports s on s.id = a.sport_id
          where a.id = ${id}`
      : sql<Told>`select o.registered_by as "userId", o.name, o.status, o.reason from organizations o
          where o.id = ${id} and o.registered_by is not null`;
  const told = (await query.execute(services.database.db)).rows[0];
  if (!told || told.status === 'pending') return;
  const { publicUrl } = services.config;
  const isApproved = told.status === 'approved';
  await deliverMessage(
    services,
    told.userId,
    decisionMail({
      about,
      name: told.name,
      isApproved,
      reason: told.reason,
      address: `${publicUrl}${isApproved ? '/channels' : '/contact-support'}`,
    }),
  );
};
