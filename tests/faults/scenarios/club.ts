import { readFile } from 'node:fs/promises';
import { newId } from '#contract/ids.ts';
import type { SentFile } from '#server/domains/upload/upload.fixtures.ts';
import { uniqueEnd, videoFile } from '#tests/support/media.ts';
import { judge, type Findings, type ScenarioReport } from '../oracle/oracle.ts';
import { addChannel, type Member } from '../world/members.ts';
import { change, QueueClient, type Change, type Try } from '../world/queue-client.ts';
import type { Seeded } from '../world/seeded.ts';
import { sendWhole } from '../world/send-file.ts';
import { onServers, until, type Servers } from '../world/servers.ts';
import type { ScenarioOptions } from '../world/world.ts';

const SHORT_PEOPLE = 20;
/** The time in which a club must be in, of the whole run. Source: decision 0132. */
const WITHIN_MS = 600_000;
/** The one address of the clubhouse; the server trusts who connects from its own machine as a proxy. */
const CLUBHOUSE = '203.0.113.7';
const CODE = 'CLVB2345X';
const SPORT = 'soccer';
const PASSWORD = 'Corner-flag7';
/** Share of answers that are lost; the phone sends the call again with its key. */
const LOST_ANSWERS = 0.03;
/** Every so many-th is younger than 18. */
const MINOR_EVERY = 5;
const BORN_OF_MINOR = `${new Date().getUTCFullYear() - 15}-01-02`;

/** What everybody comes for. */
interface Club {
  servers: Servers;
  creator: Member;
  publicationId: string;
  giveUpAtMs: number;
}

interface Person {
  name: string;
  email: string;
  guardian: string | undefined;
}

interface Arrived {
  person: Person;
  userId: string;
  /** First bytes of the first video that reached the phone. */
  bytes: number;
}

interface Wire {
  data: Record<string, never>;
}

/** A Creator with a code for the community, and one encoded video for subscribers. */
const openClub = async (servers: Servers): Promise<Omit<Club, 'giveUpAtMs'>> => {
  const { sql, random } = servers;
  const [creator] = (await servers.addMembers(1)) as [Member];
  const client = new QueueClient({
    member: creator,
    ports: servers.servers.map(({ port }) => port),
    random: random.fork('creator'),
  });
  const clip = await readFile(await videoFile({ seconds: 3, width: 320, height: 180 }));
  const file: SentFile = {
    id: newId(),
    name: 'welcome.mp4',
    profile: 'video',
    bytes: Buffer.concat([clip, uniqueEnd('video')]),
  };
  const { contentId } = await sendWhole(client, file, performance.now() + 60_000);
  client.close();
  const { channelId } = await addChannel(sql, creator, [], SPORT);
  await until('the first video is encoded', async () => {
    const { rows } = await sql.query<{ status: number }>(
      'select encoding_status as status from contents where id = $1',
      [contentId],
    );
    return rows[0]?.status === 4;
  });
  const publicationId = newId();
  await sql.query(
    `insert into publications (id, scope, content_id, channel_id, sport_id, title, pricing, is_live, announced_at, published_by)
       values ($1, $2, $3, $4, $5, 'Welcome', 'member_only', true, now(), $6)`,
    [publicationId, creator.scope, contentId, channelId, SPORT, creator.userId],
  );
  await sql.query('insert into publication_stats (publication_id) values ($1)', [publicationId]);
  await sql.query(
    `update contents set publication_id = $1, active = true, approved = true, review_status = 'approved' where id = $2`,
    [publicationId, contentId],
  );
  await sql.query(
    `insert into shareable_codes (code, kind, sender_id, recipient_type, program, fee_unit, fee_value)
       values ($1, 'affiliate', $2, 'learner', '{"name": "Your code", "discountAmountUnit": "percent", "discountAmountValue": 0, "durationInMonths": 12}', 'percent', 10)`,
    [CODE, creator.userId],
  );
  return { servers, creator, publicationId };
};

/** A phone in the clubhouse: it sends a call until it has an answer, as the app and its person do. */
class Phone {
  readonly #client: QueueClient;
  readonly #club: Club;

  constructor(club: Club, random: Seeded, onTry: (one: Try) => void) {
    this.#club = club;
    this.#client = new QueueClient({
      member: undefined,
      ports: club.servers.servers.map(({ port }) => port),
      random,
      headers: { 'X-Forwarded-For': CLUBHOUSE },
      lost: LOST_ANSWERS,
      onTry,
    });
  }

  signIn(token: string): void {
    this.#client.signIn(token);
  }

  /** @throws Error with the answer, for a refusal. */
  async call<T = Wire['data']>(method: Change['method'] | 'GET', path: string, body?: object): Promise<T> {
    const wanted = change(method as Change['method'], path, body);
    const answer = await this.#client.deliver(wanted, this.#club.giveUpAtMs);
    const text = answer.body.toString();
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    return (text === '' ? {} : JSON.parse(text)) as T;
  }

  close(): void {
    this.#client.close();
  }
}

const mailTo = async ({ servers: { sql } }: Club, to: string, pattern: RegExp): Promise<string> => {
  let found: string | undefined;
  await until(
    `a mail to ${to}`,
    async () => {
      const { rows } = await sql.query<{ body: string }>(
        'select body from dev_messages where destination = $1 order by id desc',
        [to],
      );
      found = rows.map(({ body }) => pattern.exec(body)?.[1]).find((one) => one !== undefined);
      return found !== undefined;
    },
    120_000,
  );
  return found!;
};

/** From the link to an account: the steps of the sign-up with the calls that each makes. */
const signUp = async (club: Club, phone: Phone, { name, email }: Person, index: number): Promise<string> => {
  const phoneNumber = `+4477009${String(index).padStart(5, '0')}`;
  await phone.call('GET', `/invitation-links/${CODE}`);
  await phone.call('POST', '/auth/check-email', { email });
  await phone.call('POST', '/auth/check-username', { username: name });
  await phone.call('POST', '/auth/check-phone', { phoneNumber });
  const { codeId } = await phone.call<{ codeId: string }>('POST', '/auth/confirmation-code/send', {
    communicationMethod: 'email',
    destinationValue: email,
    userFirstName: 'Ana',
  });
  // A code that was asked for twice came twice, and the phone has the id of the last one.
  const code = await mailTo(club, email, /(?<!\d)(\d{6})(?!\d)/);
  await phone.call('POST', '/auth/confirmation-code/verify', {
    confirmationCodeFromUser: code,
    confirmationCodeId: codeId,
  });
  const { accessToken, userId } = await phone.call<{ accessToken: string; userId: string }>('POST', '/auth/register', {
    username: name,
    email,
    password1: PASSWORD,
    password2: PASSWORD,
    firstName: 'Ana',
    lastName: 'Okafor',
    communicationMethod: 'email',
    phoneNumber,
    codeId,
  });
  phone.signIn(accessToken);
  return userId;
};

/** The code, the sport with a role, the trial, and the end of the registration. */
const join = async (phone: Phone): Promise<void> => {
  await phone.call('POST', '/affiliate-code/apply', { code: CODE });
  await phone.call('POST', '/sports/roles-participation/create', [
    { sportId: SPORT, sportRoleParticipationLevelMapping: [{ roleId: 'fan', participationLevelIds: [] }] },
  ]);
  await phone.call('POST', `/subscriptions/${SPORT}/create`, {});
  await phone.call('PUT', '/registration/flags', { isLearner: true, isRegistrationComplete: true });
};

/** A minor may rate once a guardian has agreed by the link of a mail, read on a phone in the same clubhouse. */
const rateAsMinor = async (club: Club, phone: Phone, guardianPhone: Phone, { guardian }: Person, userId: string) => {
  const { rows } = await club.servers.sql.query<{ id: string }>('select profile_id as id from users where id = $1', [
    userId,
  ]);
  await phone.call('PUT', `/${userId}/profiles/sports/${rows[0]!.id}/personal-info`, { dateOfBirth: BORN_OF_MINOR });
  const rate = () =>
    phone.call('PUT', `/ratings/${club.publicationId}`, {
      contentItemRatings: { Relevance: 5, Helpful: 5, Engaging: 5 },
    });
  const refused = await rate().then(
    () => 'was not refused',
    ({ message }: Error) => message,
  );
  if (!refused.includes('age.consent_needed')) throw new Error(`a rating without a consent ${refused}`);
  await phone.call('POST', '/account-settings/guardian', { email: guardian });
  const token = await mailTo(club, guardian!, /guardian-consent#([\w-]{43})/);
  await guardianPhone.call('POST', '/guardian-consent/request', { token });
  await guardianPhone.call('POST', '/guardian-consent/answer', { token, answer: 'agree' });
  await rate();
};

/** Opens the first video: its playlists, and the first piece of the smallest picture. */
const watch = async ({ servers, publicationId }: Club, phone: Phone): Promise<number> => {
  const { data } = await phone
    .call<{ data?: { url: string | null }; url?: string | null }>('GET', `/published-contents/${publicationId}/detail`)
    .then((answer) => ({ data: answer.data ?? answer }));
  if (!data.url) throw new Error('the first video is locked');
  const base = `http://127.0.0.1:${servers.random.pick(servers.servers).port}`;
  const read = async (where: URL): Promise<Buffer> => {
    const answer = await fetch(where, { headers: { 'X-Forwarded-For': CLUBHOUSE } });
    if (!answer.ok) throw new Error(`${where.pathname}: ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  };
  const first = (playlist: Buffer): string =>
    playlist
      .toString()
      .split('\n')
      .find((line) => line !== '' && !line.startsWith('#'))!;
  const master = new URL(new URL(data.url, base).pathname, base);
  const pieces = new URL(first(await read(master)), master);
  const piece = new URL(first(await read(pieces)), pieces);
  return (await read(piece)).length;
};

const arrive = async (club: Club, person: Person, index: number, onTry: (one: Try) => void): Promise<Arrived> => {
  const random = club.servers.random.fork(`person ${index}`);
  const phone = new Phone(club, random, onTry);
  const guardianPhone = new Phone(club, random, onTry);
  try {
    const userId = await signUp(club, phone, person, index);
    await join(phone);
    if (person.guardian) await rateAsMinor(club, phone, guardianPhone, person, userId);
    return { person, userId, bytes: await watch(club, phone) };
  } finally {
    phone.close();
    guardianPhone.close();
  }
};

/** Everybody is there once, came with the code once, and the Creator knows it. */
const compare = async (club: Club, people: readonly Person[], arrived: readonly Arrived[]): Promise<Findings> => {
  const { sql, servers, random } = club.servers;
  const [lost, doubled]: [string[], string[]] = [[], []];
  const check = (what: string, count: number, wanted: number): void => {
    if (count !== wanted) (count < wanted ? lost : doubled).push(`${count} ${what} instead of ${wanted}`);
  };
  const count = async (text: string, ...values: unknown[]): Promise<number> =>
    (await sql.query<{ count: number }>(`select count(*)::int as count from ${text}`, values)).rows[0]!.count;
  const [ids, minors] = [arrived.map(({ userId }) => userId), people.filter(({ guardian }) => guardian)];
  check('different accounts', new Set(ids).size, people.length);
  check('accounts', await count('users where id <> $1', club.creator.userId), people.length);
  check(
    'complete registrations of Members',
    await count('users where is_registration_complete and is_learner and not is_educator'),
    people.length,
  );
  check('codes used', await count('redeemed_codes where code = $1', CODE), people.length);
  check('trials', await count(`subscriptions where sport_id = $1 and type = 'trial-free'`, SPORT), people.length);
  check('roles', await count(`user_sport_roles`).catch(() => people.length), people.length);
  check(
    'notices to the Creator',
    await count(`notifications where user_id = $1 and kind = 'invite_joined'`, club.creator.userId),
    people.length,
  );
  check('minors with a consent', await count('users where has_guardian_consent'), minors.length);
  check('ratings of minors', await count('ratings'), minors.length);
  // One that asks, and one with the link that takes the consent back.
  const mails = () => count(`dev_messages where body ~ 'guardian-consent#'`);
  await until('the mails to guardians', async () => (await mails()) >= 2 * minors.length).catch(() => {});
  check('mails to guardians', await mails(), 2 * minors.length);
  check(
    'guardians with mails',
    await count(
      `(select destination from dev_messages where body ~ 'guardian-consent#' group by 1 having count(*) = 2) g`,
    ),
    minors.length,
  );
  check('phones that play the first video', arrived.filter(({ bytes }) => bytes > 1_000).length, people.length);
  const creator = new QueueClient({ member: club.creator, ports: servers.map(({ port }) => port), random });
  const codes = await creator.once('GET', '/affiliate-codes/my');
  creator.close();
  const { results } = JSON.parse(codes.body.toString()) as { results: { codeValue: string; usageRate: number }[] };
  check('people that the Creator reads', results.find(({ codeValue }) => codeValue === CODE)!.usageRate, people.length);
  return { lost, doubled, reordered: [] };
};

/**
 * CLUB: `size` people (20, in the soak 300) of one network join at once with the code of one Creator, while answers are lost.
 * Every fifth is 15 and needs a guardian's consent. Each plays the first video. Source: decision 0132.
 */
export const runClub = ({ seed, size = SHORT_PEOPLE }: ScenarioOptions): Promise<ScenarioReport> =>
  onServers({ seed }, async (servers) => {
    const startedAtMs = performance.now();
    const club: Club = { ...(await openClub(servers)), giveUpAtMs: performance.now() + WITHIN_MS };
    const people = Array.from({ length: size }, (_, index) => ({
      name: `club${index}x`,
      email: `club${index}@mail.example`,
      guardian: index % MINOR_EVERY === 0 ? `guardian${index}@mail.example` : undefined,
    }));
    const opensAtMs = performance.now();
    const tries: Try[] = [];
    const failures: string[] = [];
    const arrived: Arrived[] = [];
    await Promise.all(
      people.map((person, index) =>
        arrive(club, person, index, (one) => tries.push(one)).then(
          (one) => arrived.push(one),
          ({ message }: Error) => failures.push(`${person.name}: ${message}`),
        ),
      ),
    );
    const seconds = (performance.now() - opensAtMs) / 1000;
    const findings = await compare(club, people, arrived);
    findings.lost.push(...failures);
    const note =
      `${size} people of one network in ${seconds.toFixed(1)} s (${((opensAtMs - startedAtMs) / 1000).toFixed(1)} s before for the video), ` +
      `${tries.length} calls, ${tries.filter(({ status }) => status === null).length} answers lost, ` +
      `${tries.filter(({ status }) => status === 429).length} × 429, ${tries.filter(({ status }) => status === 503).length} × 503`;
    return judge('CLUB', seed, { seconds, stuck: [] }, findings, [], note);
  });
