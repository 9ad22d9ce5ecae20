import { sql, type RawBuilder } from 'kysely';
import type { ApplicationData } from '#contract/applications-forms.ts';
import { REPEAT_DAYS } from '#contract/applications-limits.ts';
import type { Answer, ApplicationType } from '#contract/applications-questions.ts';
import type { Application, ApplicationResult, ApplicationStatus } from '#contract/applications.ts';
import type { Db } from '#server/db/database.ts';

const DAY_MS = 86_400_000;

/** An answer with the words of its question as they were then. */
export interface KeptAnswer {
  categoryId: string;
  category: string;
  questionId: string;
  question: string;
  answer: Answer;
}
export interface ApplicationRow {
  id: string;
  scope: string;
  userId: string;
  sportId: string;
  sportName: string;
  type: ApplicationType;
  status: ApplicationStatus;
  data: Omit<ApplicationData, 'sportAnswers'>;
  answers: KeptAnswer[];
  invitationCode: string | null;
  result: ApplicationResult | null;
  createdAt: Date;
  decidedAt: Date | null;
  reason: string | null;
}

/** Applications with the names of their sports. */
export const selectApplications = async (db: Db, where: RawBuilder<unknown>): Promise<ApplicationRow[]> => {
  const { rows } =
    await sql<ApplicationRow>`select a.id, a.scope, a.user_id as "userId", a.sport_id as "sportId", s.name as "sportName",
      a.application_type as type, a.status, a.data, a.answers, a.invitation_code as "invitationCode", a.result,
      a.created_at as "createdAt", a.decided_at as "decidedAt", a.reason
    from applications a join sports s on s.id = a.sport_id where ${where}`.execute(db);
  return rows;
};

/** When a denied application can be repeated. Source: D-233. */
export const repeatableAt = ({ status, decidedAt }: Pick<ApplicationRow, 'status' | 'decidedAt'>): Date | null =>
  status === 'denied' && decidedAt ? new Date(decidedAt.getTime() + REPEAT_DAYS * DAY_MS) : null;

export const toApplication = (row: ApplicationRow): Application => ({
  id: row.id,
  sportId: row.sportId,
  sportName: row.sportName,
  applicationType: row.type,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  reason: row.reason,
  repeatableAt: repeatableAt(row)?.toISOString() ?? null,
  result: row.result && { ...row.result, status: row.status },
});
