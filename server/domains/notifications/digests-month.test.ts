import { afterAll, beforeAll, expect, test } from 'vitest';
import { FREQUENCIES } from '#contract/rows.ts';
import { seeded, type Seeded } from '#tests/faults/world/seeded.ts';
import { TEST_SEED } from '#tests/support/seeds.ts';
import { KINDS, startDigests, type DigestPerson, type TestDigests, type TestFrequency } from './digests.fixtures.ts';

// A month of four people, in which clocks go back in Europe and America and forward in Australia, Chile and on Lord Howe. The
// minute's job runs each quarter of an hour: no zone has a moment in between.
const START = Date.UTC(2026, 8, 25);
const DAYS = 40;
const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'America/Santiago',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Nowhere/At_All',
];
const TYPES = Object.keys(KINDS) as (keyof typeof KINDS)[];

let digests: TestDigests;
beforeAll(async () => {
  digests = await startDigests();
});
afterAll(() => digests.close());

/** What the clock of a zone shows. Read as text, unlike in the code. */
const formats = new Map<string, Intl.DateTimeFormat>();
const shownAt = (ms: number, zone: string): number => {
  const timeZone = zone.startsWith('Nowhere') ? 'UTC' : zone;
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  return Date.parse(`${format.format(ms).replace(' ', 'T')}Z`);
};
const HOURS: Partial<Record<TestFrequency, number[]>> = {
  hours_1: [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
  hours_3: [7, 9, 12, 15, 18, 21],
  hours_6: [7, 12, 18],
  hours_12: [8, 20],
};
const isMoment = (ms: number, zone: string, frequency: TestFrequency): boolean => {
  const shown = shownAt(ms, zone);
  if (shown % HOUR_MS !== 0) return false;
  const [hour, day] = [new Date(shown).getUTCHours(), Math.floor(shown / DAY_MS)];
  if (!(HOURS[frequency] ?? [8]).includes(hour)) return false;
  if (frequency === 'day_2') return day % 2 === 0;
  return frequency !== 'day_7' || new Date(shown).getUTCDay() === 1;
};
/** The latest moment, found by walking back. */
const lastMoments = new Map<string, number>();
const lastMoment = (at: number, zone: string, frequency: TestFrequency): number => {
  const passed: string[] = [];
  let ms = at;
  let found: number | undefined;
  while (found === undefined) {
    const key = `${ms} ${zone} ${frequency}`;
    found = lastMoments.get(key) ?? (isMoment(ms, zone, frequency) ? ms : undefined);
    passed.push(key);
    ms -= QUARTER_MS;
  }
  for (const key of passed) lastMoments.set(key, found);
  return found;
};

interface Waiting {
  text: string;
  type: keyof typeof KINDS;
  sentAt: number;
}
/** What the settings say of one person, and what should have come of it. */
interface Model {
  person: DigestPerson;
  zone: string;
  isEnabled: boolean;
  frequencies: Map<keyof typeof KINDS, TestFrequency>;
  waiting: Waiting[];
  /** All that were sent and not read: text by id. */
  unread: Set<string>;
  pushedNow: string[];
}

const frequencyOf = (model: Model, type: keyof typeof KINDS): TestFrequency =>
  model.isEnabled ? (model.frequencies.get(type) ?? 'immediately') : 'never';

/** Takes what should be delivered now out of the model. */
const takeDue = (model: Model, now: number): string[] => {
  const due: Waiting[] = [];
  model.waiting = model.waiting.filter((each) => {
    const frequency = frequencyOf(model, each.type);
    if (frequency === 'never' || !model.unread.has(each.text)) return false;
    const isDue = frequency === 'immediately' || lastMoment(now, model.zone, frequency) > each.sentAt;
    if (isDue) due.push(each);
    return !isDue;
  });
  return due.map(({ text }) => text).toSorted();
};

let sent = 0;
/** One thing that happens to a person, in the product and in the model. */
const happen = async (draw: Seeded, model: Model, at: number): Promise<void> => {
  const { person } = model;
  digests.setNow(new Date(at));
  const type = draw.pick(TYPES);
  const what = draw.pickWeighted([
    [60, 'notify'],
    [10, 'choose'],
    [6, 'move'],
    [3, 'switch'],
    [6, 'read'],
    [3, 'delete'],
  ] as const);
  if (what === 'notify') {
    sent += 1;
    const text = `(${sent})`;
    await digests.send(person, text, type);
    model.unread.add(text);
    const frequency = frequencyOf(model, type);
    if (frequency === 'immediately') model.pushedNow.push(text);
    else if (frequency !== 'never') model.waiting.push({ text, type, sentAt: at });
  }
  if (what === 'choose') {
    const frequency = draw.pick(FREQUENCIES);
    await digests.choose(person, frequency, type);
    model.frequencies.set(type, frequency);
  }
  if (what === 'move') {
    const zone = draw.pick(ZONES);
    await digests.moveTo(person, zone);
    // A zone that is none is not kept.
    if (!zone.startsWith('Nowhere')) model.zone = zone;
  }
  if (what === 'switch') {
    model.isEnabled = !model.isEnabled;
    await digests.call(person, 'PUT /notifications/settings', { isEnabled: model.isEnabled });
  }
  const own = model.waiting[draw.integer(0, Math.max(0, model.waiting.length - 1))];
  if ((what === 'read' || what === 'delete') && own) {
    const { id } = await digests.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', person.userId)
      .where('text', '=', own.text)
      .executeTakeFirstOrThrow();
    if (what === 'read') await digests.call(person, 'POST /notifications/mark-read', { notificationId: id });
    else await digests.call(person, 'POST /notifications/delete', { notificationIds: [id] });
    model.unread.delete(own.text);
  }
};

const textsIn = (words: string): string[] => (words.match(/\(\d+\)/g) ?? []).toSorted();

test('NOT-019 NOT-027 in a month of changing settings, zones and clocks each notification is delivered as the settings say, never twice, none lost', async () => {
  const draw = seeded(Number(process.env['FAULT_SEED'] ?? TEST_SEED));
  digests.setNow(new Date(START));
  const models: Model[] = [];
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Nowhere/At_All'])
    models.push({
      person: await digests.addPerson(zone),
      zone,
      isEnabled: true,
      frequencies: new Map(),
      waiting: [],
      unread: new Set(),
      pushedNow: [],
    });
  const deliveries = new Map<string, number>();
  let made = 0;
  for (let now = START; now < START + DAYS * DAY_MS; now += QUARTER_MS) {
    digests.setNow(new Date(now));
    await digests.makeDigests();
    const expected = models.map((model) => takeDue(model, now));
    const hasDigests = (
      await digests.db
        .selectFrom('digests')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
    if (expected.some((texts) => texts.length > 0) || Number(hasDigests) > made) {
      const before = models.map(({ person }) => digests.mailsTo(person).length);
      await digests.deliver();
      made = Number(hasDigests);
      for (const [at, { person }] of models.entries()) {
        const mails = digests.mailsTo(person).slice(before[at]);
        const where = `${new Date(now).toISOString()} ${models[at]!.zone}`;
        expect(mails.length, where).toBe(expected[at]!.length > 0 ? 1 : 0);
        const texts = mails.flatMap(({ text }) => textsIn(text));
        expect(texts, where).toEqual(expected[at]);
        for (const text of texts) deliveries.set(text, (deliveries.get(text) ?? 0) + 1);
      }
    }
    // Between two runs, at any millisecond.
    for (const model of models) if (draw.chance(0.06)) await happen(draw, model, now + draw.integer(0, QUARTER_MS - 1));
  }
  expect(Math.max(...deliveries.values())).toBe(1);
  expect(deliveries.size).toBeGreaterThan(100);
  for (const { person, pushedNow } of models) {
    const pushed = await digests.pushed(person);
    expect(pushed).toHaveLength(pushedNow.length);
    expect(pushedNow.filter((text) => deliveries.has(text))).toEqual([]);
    expect(digests.pushesTo(person)).toHaveLength(digests.mailsTo(person).length);
  }
}, 120_000);
