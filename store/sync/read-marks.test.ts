import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId, userScope, type Scope } from '#contract/ids.ts';
import { markAllRead, markRead } from '#contract/notifications.ts';
import type { Notification } from '#contract/rows.ts';
import { PROPERTY_TIMEOUT_MS, plays, runs } from '#tests/support/property-runs.ts';
import { openAccountDatabase } from '../database.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { applyPull } from './pull.fixtures.ts';

const timeOf = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();
const notification = (id: string, scope: Scope, sendedAt: string): Notification => ({
  id,
  scope,
  recipientType: 'learner',
  title: 'a',
  text: 'b',
  image: null,
  compressedImageUrl: null,
  compressedImage: null,
  imageLink: null,
  link: null,
  linkTitle: null,
  sportId: null,
  isRead: false,
  sendedAt,
});

type Step =
  | { act: 'arrive'; minute: number }
  | { act: 'read' | 'read elsewhere'; which: number }
  | { act: 'read all'; minute: number }
  | { act: 'send' | 'pull' | 'pull whole' | 'same page again' };
const minute = fc.nat({ max: 59 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant('arrive' as const), minute }),
  fc.record({ act: fc.constantFrom('read' as const, 'read elsewhere' as const), which: fc.nat({ max: 20 }) }),
  fc.record({ act: fc.constant('read all' as const), minute }),
  fc.record({
    act: fc.constantFrom(
      'send' as const,
      'pull' as const,
      'pull' as const,
      'pull whole' as const,
      'same page again' as const,
    ),
  }),
);

it(
  'P7 a notification once read never turns unread again, and “mark all as read” touches only those up to its time',
  async () => {
    await fc.assert(
      fc.asyncProperty(plays(step), async (steps) => {
        const userId = newId();
        const scope = userScope(userId);
        const db = openAccountDatabase(userId);
        const owner = { owner: userId, scope };
        const server = new Map<string, { row: Notification; version: number }>();
        let version = 0;
        const write = (row: Notification) => void server.set(row.id, { row, version: (version += 1) });
        const pageFrom = (from: number, whole: boolean) => ({
          cursor: String(version),
          lost: [],
          more: false,
          changes: [
            {
              scope,
              version,
              whole,
              rows: {
                notifications: [...server.values()]
                  .filter((each) => whole || each.version > from)
                  .map(({ row }) => row),
              },
              gone: {},
            },
          ],
        });
        let page = pageFrom(-1, true);
        let requestCursor: string | null = null;
        const read = new Set<string>();
        /** The `until` of every markAllRead of this device. */
        const until: string[] = [];

        for (const each of steps) {
          const ids = [...server.keys()];
          if (each.act === 'arrive') write(notification(newId(), scope, timeOf(each.minute)));
          const chosen = 'which' in each ? ids[each.which] : undefined;
          if (each.act === 'read' && chosen && (await db.notifications.get(chosen)))
            await enqueue(db, markRead, { notificationId: chosen, recipientType: 'learner' } as never, owner);
          if (each.act === 'read elsewhere' && chosen) write({ ...server.get(chosen)!.row, isRead: true });
          if (each.act === 'read all') {
            until.push(timeOf(each.minute));
            await enqueue(db, markAllRead, { recipientType: 'learner', until: timeOf(each.minute) }, owner);
          }
          if (each.act === 'send') {
            const entry = await db.outbox.where('state').equals('waiting').first();
            const input = entry?.input as { notificationId?: string; until?: string } | undefined;
            for (const { row } of server.values())
              if (
                input &&
                !row.isRead &&
                (row.id === input.notificationId || (input.until !== undefined && row.sendedAt <= input.until))
              )
                write({ ...row, isRead: true });
            if (entry) await db.outbox.update(entry.id, { state: 'sent', coveredBy: version });
          }
          if (each.act === 'pull' || each.act === 'pull whole') {
            requestCursor = (await db.sync.get('sync'))?.cursor ?? null;
            page = pageFrom(Number(requestCursor ?? -1), each.act === 'pull whole' || requestCursor === null);
          }
          // A late or repeated page is dropped, because its request's cursor is no longer the stored one.
          if (each.act.includes('pull') || each.act === 'same page again')
            await applyPull(db, page, Date.now(), requestCursor);

          for (const row of await db.notifications.toArray()) {
            if (read.has(row.id)) expect(row.isRead, `${row.id} after ${each.act}`).toBe(true);
            if (row.isRead) {
              read.add(row.id);
              const isMeant =
                server.get(row.id)!.row.isRead ||
                until.some((time) => row.sendedAt <= time) ||
                (await db.outbox.filter((entry) => entry.input['notificationId'] === row.id).count()) > 0;
              expect(isMeant).toBe(true);
            }
          }
        }
      }),
      runs,
    );
  },
  PROPERTY_TIMEOUT_MS,
);
