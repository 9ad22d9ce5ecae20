import { sql } from 'kysely';
import { expect } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestAnswer, TestPerson } from '#tests/support/server.ts';
import { startTill, type Till } from '../invoices/billing.fixtures.ts';

const GB = 1e9;
/** When `owner` buys a plan. */
export const MIDDLE = '2031-06-16T00:00:00Z';
export const BERLIN = { line1: 'Torstr. 1', city: 'Berlin', state: 'BE', postal_code: '10119', country: 'DE' };

/** A till with Creators, their files and their plans. */
export interface PlanStage extends Till {
  creator(card?: string | null, address?: Record<string, string>): Promise<TestPerson>;
  /** A Creator who has bought a plan in the middle of June. */
  owner(planIndex: number, period?: 'month' | 'year', address?: Record<string, string>): Promise<TestPerson>;
  /** Compares our books with the provider's. */
  areBooksRight(): Promise<void>;
  /** A file that is ready, of some GB. @returns Its id. */
  addFile(scope: string, gigabytes: number, createdAt: string): Promise<string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  plans(as: TestPerson, scope?: string): Promise<TestAnswer<any>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  ask(as: TestPerson, what: string, body: object, options?: { key?: string; scope?: string }): Promise<TestAnswer<any>>;
  room(scope: string): Promise<{ used: number; reserved: number; size: number }>;
  /** Starts an upload of some GB by the record of its content. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  upload(as: TestPerson, gigabytes: number, scope?: string): Promise<TestAnswer<any>>;
  refunds(scope: string): Promise<{ unused: number; tax: number; fee: number; amount: number; state: string }[]>;
}

export const startPlans = async (): Promise<PlanStage> => {
  const till = await startTill();
  const { db } = till.server.services.database;
  return {
    ...till,
    async creator(card, address) {
      const person = await till.person({ isEducator: true });
      if (card !== null) await till.addCard(person, card, address);
      return person;
    },
    async owner(this: PlanStage, planIndex, period = 'month', address) {
      this.at(MIDDLE);
      const ana = await this.creator(undefined, address);
      const bought = await this.ask(ana, 'purchase', { planIndex, period });
      expect(bought.status, JSON.stringify(bought.body)).toBe(200);
      return ana;
    },
    async areBooksRight() {
      const { differences, sum, ours, theirs } = await till.books();
      expect({ differences, sum, ours }).toEqual({ differences: [], sum: 0, ours: theirs });
    },
    async addFile(scope, gigabytes, createdAt) {
      const id = newId();
      await sql`insert into contents (id, scope, title, filename, type, origin_file_size, object_key, encoding_status, active, approved,
          review_status, is_reserved, created_by, created_at)
        values (${id}, ${scope}, ${id}, ${`${id}.mp4`}, 'video', ${gigabytes * GB}, ${`originals/${id}`}, 4, true, true, 'approved', false,
          (select id from users limit 1), ${createdAt})`.execute(db);
      await sql`update storage_accounts set used = used + ${gigabytes * GB} where scope = ${scope}`.execute(db);
      return id;
    },
    plans: (as, scope) => till.call('GET /storage-plans', undefined, { as, ...(scope && { scope }) }),
    ask: (as, what, body, options = {}) => till.call(`POST /storage-plans/${what}`, body, { as, ...options }),
    async room(scope) {
      const { rows } =
        await sql<never>`select used, reserved, size from storage_accounts where scope = ${scope}`.execute(db);
      return rows[0]!;
    },
    upload: (as, gigabytes, scope) =>
      till.call(
        'POST /library/contents',
        { contentId: newId(), filename: 'match.mp4', type: 'video', fileSize: gigabytes * GB },
        { as, ...(scope && { scope }) },
      ),
    async refunds(scope) {
      const { rows } = await sql<never>`select unused, tax, fee, amount, state from storage_refunds
        where scope = ${scope} order by created_at, id`.execute(db);
      return rows;
    },
  };
};
