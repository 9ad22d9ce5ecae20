import { createHash } from 'node:crypto';
import type { CallId } from '#contract/calls.ts';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES, UPLOAD_URL_LIFE_MS } from '#contract/limits.ts';
import { makeHash, hashToken, makeRefreshToken, makeToken } from '#server/domains/auth/secrets.ts';
import { hashCode } from '#server/domains/auth/secrets.ts';
import { signToken } from '#server/calls/signed-token.ts';
import { CODE, PASSWORD, type Actor, type NewContacts, type World } from './fixtures.ts';

import { UPLOAD_BYTES, type Rows } from './rows.ts';

/** A valid request of a call: its input and its headers. */
export interface Example {
  input: Record<string, unknown>;
  headers?: Record<string, string>;
  /** The body, if not JSON. */
  body?: Buffer;
}
interface ExampleContext {
  world: World;
  actor: Actor;
}
/** What the tests of all calls need to know of a call besides its request. It stands beside the example, and nowhere else. */
export interface ExampleFacts {
  /** It is about another person's rows where it succeeds, and a Member makes it; else it is about the actor's own. */
  readonly of?: 'others';
  /** Id of a call that is made before it, about the same rows. */
  readonly after?: CallId;
  /**
   * Whose own rows it changes besides those of its scope: the owner's of the row that it names (followers, averages,
   * notifications), those of everybody who acts for the organization.
   */
  readonly reaches?: readonly ('owner' | 'fellows')[];
}
export interface Build {
  (context: ExampleContext): Example | Promise<Example>;
  readonly facts?: ExampleFacts;
}
/** An example that needs rows: the actor's own, another person's, or missing ones. */
export interface AboutRows {
  readonly about: (rows: Rows) => Example;
  readonly facts?: ExampleFacts;
}
export const about = (build: (rows: Rows) => Example, facts: ExampleFacts = {}): AboutRows => ({ about: build, facts });
export const just = (input: Record<string, unknown>, facts: ExampleFacts = {}): Build =>
  Object.assign(() => ({ input }), { facts });
const STARS = { Relevance: 4, Helpful: 5, Engaging: 3 };

let count = 0;
export const unique = (): string => {
  count += 1;
  return `${count}x${process.pid}`;
};

export const newChannel = ({ community, picture }: Rows) => ({
  id: newId(),
  communityId: community,
  name: `Channel ${unique()}`,
  description: 'Drills for two',
  logoImage: picture,
  coverImage: picture,
  originLogoImage: picture,
  originCoverImage: picture,
});

/** The second, short unit of a seeded upload, or the first of a new one. */
const CHUNK = Buffer.alloc(UPLOAD_BYTES - UNIT_BYTES, 7);
export const chunk = about((rows) => ({
  input: { profile: 'video', fileName: 'clip.mp4' },
  body: CHUNK,
  headers: {
    'Content-Type': 'application/octet-stream',
    'Upload-Id': rows.upload,
    'Upload-Offset': String(UNIT_BYTES),
    'Upload-Length': String(UPLOAD_BYTES),
    'Upload-Sha256': createHash('sha256').update(CHUNK).digest('hex'),
  },
}));

const codeRow = async (
  { world }: ExampleContext,
  row: { purpose: string; destination: string; verified?: boolean; user?: string; token?: string },
): Promise<{ id: string; code: string }> => {
  const { services } = world.server;
  const [id, code] = [newId(), '123456'];
  await services.database.db
    .insertInto('confirmation_codes')
    .values({
      id,
      purpose: row.purpose,
      destination: row.destination,
      code_hash: hashCode(services.config.secret, id, row.destination, code),
      expires_at: new Date(Date.now() + 60_000),
      verified_at: row.verified ? new Date() : null,
      user_id: row.user ?? null,
      reset_token_hash: row.token ? createHash('sha256').update(row.token).digest('base64url') : null,
    })
    .execute();
  return { id, code };
};

export const registerExample: Build = async (context) => {
  const name = unique();
  const email = `n${name}@example.org`;
  const { id } = await codeRow(context, { purpose: 'sign_up', destination: email, verified: true });
  return {
    input: {
      username: `n${name}`,
      email,
      password1: PASSWORD,
      password2: PASSWORD,
      firstName: 'Nora',
      lastName: 'Newcomer',
      communicationMethod: 'email',
      phoneNumber: `+1777${String(2_000_000 + count)}`,
      terms: true,
      codeId: id,
      timeZone: 'Europe/Berlin',
    },
  };
};

/** Signs in a second time, so that the seeded session stays unused. */
export const refreshExample: Build = async ({ world }) => {
  const { services } = world.server;
  const id = newId();
  await services.database.db
    .insertInto('sessions')
    .values({ id, user_id: world.actor('creator').userId, expires_at: new Date(Date.now() + 60_000) })
    .execute();
  return { input: { refresh: makeRefreshToken(services.config.secret, id, 0) }, headers: { 'X-Session': 'token' } };
};

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
export const putSignedExample: Build = async ({ world }) => {
  const { services } = world.server;
  const { userId, scope } = world.actor('creator');
  const id = newId();
  await services.database.db
    .insertInto('contents')
    .values({
      id,
      scope,
      title: 'pdf',
      filename: `${id}.pdf`,
      type: 'text',
      origin_file_size: PDF.length,
      created_by: userId,
    })
    .execute();
  const token = `${id}.${signToken(services.config.secret, 'upload', id, Math.floor((Date.now() + UPLOAD_URL_LIFE_MS) / 1000))}`;
  return { input: { token }, body: PDF, headers: { 'Content-Type': 'application/octet-stream' } };
};

export const completeResetExample: Build = async (context) => {
  const { services } = context.world.server;
  const [userId, token] = [newId(), `token${unique()}`];
  await services.database.db
    .insertInto('users')
    .values({
      id: userId,
      scope: `user:${userId}`,
      username: `r${unique()}`,
      email: `${userId}@example.org`,
      phone_number: `+1888${String(100_000 + count)}`,
      password_hash: await forgotten,
      first_name: 'Rita',
      last_name: 'Reset',
      communication_method: 'email',
      email_verified_at: new Date(),
      profile_id: newId(),
    })
    .execute();
  const { id } = await codeRow(context, {
    purpose: 'reset',
    destination: `${userId}@example.org`,
    verified: true,
    user: userId,
    token,
  });
  return { input: { resetToken: `${id}.${token}`, password1: PASSWORD, password2: PASSWORD } };
};
const forgotten = makeHash('Forgotten-1!');

/** A new address or number of the actor, with the code that was sent to it. */
export const contactExample =
  (field: keyof NewContacts): Build =>
  ({ actor }) => {
    const { codeId, destination } = actor.codes[field];
    return { input: { [field]: destination, codeId, confirmationCodeFromUser: CODE } };
  };

export const unknownCode = just({ confirmationCodeFromUser: '123456', confirmationCodeId: newId() });
export const mail: Build = () => ({
  input: { communicationMethod: 'email', destinationValue: `m${unique()}@example.org` },
});
export const tagProfile = (id: string) => ({
  id,
  title: `Tags ${unique()}`,
  tagProfileItems: [{ id: newId(), name: 'corner', position: 0 }],
  sportName: null,
});
/** Of a call about another person's row that changes what its owner sees. */
export const TO_OTHERS: ExampleFacts = { of: 'others', reaches: ['owner'] };
const rating = about(
  (rows) => ({
    input: { publishedContentId: rows.publication, contentItemRatings: STARS, comment: 'Clear and short.' },
  }),
  TO_OTHERS,
);
const ratingsOf = about((rows) => ({ input: { publishedContentId: rows.publication } }));
export const RATING_EXAMPLES = {
  'ratings.read': ratingsOf,
  'ratings.create': rating,
  'ratings.update': rating,
  'ratings.comments': ratingsOf,
};

/** The row that it goes after need not be in the same list: then it goes to the end. */
export const MOVE_EXAMPLES = {
  'library.moveTagProfile': about((rows) => ({ input: { id: rows.tagProfile, afterId: null } })),
  'channels.move': about((rows) => ({ input: { channelId: rows.channel, afterId: rows.emptyChannel } })),
  'playlists.move': about((rows) => ({
    input: { playlistId: rows.playlist, publishedId: rows.publication, afterId: rows.memberOnly },
  })),
};

/** A valid request of every call. A call without one fails `matrix.test.ts`. */

/** A call below the base path of profiles. */
export const ofProfile = (more: (rows: Rows) => Record<string, unknown>): AboutRows =>
  about((rows) => ({ input: { userId: rows.owner, profileId: rows.profile, ...more(rows) } }));

/** The answer of a device to a challenge that the server has not made. */
export const passkeyAnswer = (parts: Record<string, string>) => ({
  id: 'unknown',
  rawId: 'unknown',
  type: 'public-key',
  response: { clientDataJSON: Buffer.from('{"type":"webauthn.get"}').toString('base64url'), ...parts },
});

/** The link of a mail to the guardian of a young person whom no other test knows. */
const guardianExample =
  (answer: Record<string, unknown>): Build =>
  async ({ world: { server } }) => {
    const { userId } = await server.addPerson({ adultOn: '2200-01-01' });
    const token = makeToken();
    await server.services.database.db
      .insertInto('guardian_requests')
      .values({
        id: newId(),
        user_id: userId,
        guardian_email: `guardian${unique()}@example.org`,
        ask_hash: hashToken(token),
        ask_expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute();
    return { input: { token, ...answer } };
  };

export const GUARDIAN_EXAMPLES = {
  'account.guardian': just({}),
  'account.askGuardian': () => ({ input: { email: `guardian${unique()}@example.org` } }),
  'account.guardianRequest': guardianExample({}),
  'account.answerGuardian': guardianExample({ answer: 'agree' }),
} satisfies Record<string, Build>;

/** Names a comment on an own content. */
export const comment = (rows: Rows) => ({ publishedContentId: rows.publication, commentId: rows.commentAuthor });

export const WATCH_EXAMPLES = {
  'watch.detail': about((rows) => ({ input: { publishedId: rows.publication } })),
  'watch.viewConfig': just({}),
  'watch.countView': about(
    (rows) => ({
      input: { publishedContentId: rows.publication, watchedMs: 90_000, watchedAt: new Date().toISOString() },
    }),
    TO_OTHERS,
  ),
  'watch.keepPlace': about(
    (rows) => ({
      input: { publishedContentId: rows.publication, positionMs: 40_000, watchedAt: new Date().toISOString() },
    }),
    { of: 'others' },
  ),
  'watch.removeBegun': about(
    (rows) => ({ input: { publishedContentId: rows.publication, removedAt: new Date().toISOString() } }),
    { of: 'others' },
  ),
  'watch.begun': just({}),
};
