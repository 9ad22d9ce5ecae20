import { createHash } from 'node:crypto';
import type { CallId } from '#contract/calls.ts';
import type { Call } from '#contract/call.ts';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES, UPLOAD_URL_LIFE_MS } from '#contract/limits.ts';
import { hashPassword, makeRefreshToken } from '#server/domains/auth/secrets.ts';
import { hashCode } from '#server/domains/auth/secrets.ts';
import { signToken } from '#server/calls/signed-token.ts';
import { AFFILIATE, INVITATION, PASSWORD, SPORT, type Actor, type World } from './fixtures.ts';
import { UPLOAD_BYTES, type Rows } from './rows.ts';

/** A valid request of a call: its input and its headers. */
export interface Example {
  input: Record<string, unknown>;
  headers?: Record<string, string>;
  /** The body, if not JSON. */
  body?: Buffer;
}
export interface ExampleContext {
  world: World;
  actor: Actor;
}
type Build = (context: ExampleContext) => Example | Promise<Example>;
/** An example that needs rows: the actor's own, another person's, or missing ones. */
interface AboutRows {
  readonly about: (rows: Rows) => Example;
}
const about = (build: (rows: Rows) => Example): AboutRows => ({ about: build });
const just =
  (input: Record<string, unknown>): Build =>
  () => ({ input });
const STARS = { Relevance: 4, Helpful: 5, Engaging: 3 };

let count = 0;
const unique = (): string => {
  count += 1;
  return `${count}x${process.pid}`;
};

/** The second, short unit of a seeded upload, or the first of a new one. */
const CHUNK = Buffer.alloc(UPLOAD_BYTES - UNIT_BYTES, 7);
const chunk = about((rows) => ({
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

const registerExample: Build = async (context) => {
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
      phoneNumber: `+1777${String(100_000 + count)}`,
      terms: true,
      codeId: id,
      timeZone: 'Europe/Berlin',
    },
  };
};

/** Signs in a second time, so that the seeded session stays unused. */
const refreshExample: Build = async ({ world }) => {
  const { services } = world.server;
  const id = newId();
  await services.database.db
    .insertInto('sessions')
    .values({ id, user_id: world.actor('creator').userId, expires_at: new Date(Date.now() + 60_000) })
    .execute();
  return { input: { refresh: makeRefreshToken(services.config.secret, id, 0) }, headers: { 'X-Session': 'token' } };
};

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const putSignedExample: Build = async ({ world }) => {
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

const completeResetExample: Build = async (context) => {
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
const forgotten = hashPassword('Forgotten-1!');

const unknownCode = just({ confirmationCodeFromUser: '123456', confirmationCodeId: newId() });
const mail: Build = () => ({ input: { communicationMethod: 'email', destinationValue: `m${unique()}@example.org` } });
const tagProfile = (id: string) => ({
  id,
  title: `Tags ${unique()}`,
  tagProfileItems: [{ id: newId(), name: 'corner', position: 0 }],
  sportName: null,
});
const rating = about((rows) => ({
  input: { publishedContentId: rows.publication, contentItemRatings: STARS, comment: 'Clear and short.' },
}));

/** A valid request of every call. A call without one fails `matrix.test.ts`. */
const EXAMPLES: Record<CallId, Build | AboutRows> = {
  'auth.checkUsername': just({ username: 'somebody' }),
  'auth.checkEmail': just({ email: 'somebody@example.org' }),
  'auth.checkPhone': just({ phoneNumber: '+155512345' }),
  'auth.sendCode': mail,
  'auth.verifyCode': unknownCode,
  'auth.register': registerExample,
  'auth.login': just({ username: 'creator', password: PASSWORD }),
  'auth.refresh': refreshExample,
  'auth.logout': just({}),
  'auth.logoutByGet': () => ({ input: {}, headers: { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' } }),
  'auth.requestReset': mail,
  'auth.verifyReset': unknownCode,
  'auth.completeReset': completeResetExample,
  'registration.saveProgress': just({ saveProgress: true, step: '/sports', data: { sport: SPORT } }),
  'registration.readProgress': just({}),
  'registration.setFlags': just({ isLearner: true }),
  'users.me': just({}),
  'users.roles': just({}),
  'users.setLastRole': ({ actor }) => ({ input: { lastLoginedRole: actor.facts.isLearner ? 'learner' : 'educator' } }),
  'users.setLearner': about((rows) => ({ input: { id: rows.learner, firstTimeLogin: false } })),
  'users.setEducator': about((rows) => ({ input: { educatorId: rows.educator, firstTimeLogin: false } })),

  'pages.text': just({ name: 'welcome' }),
  'pages.page': just({ pageName: 'Terms of Use' }),
  'pages.blocks': just({ pageName: 'university', search: 'a' }),
  'pages.flag': just({ name: 'PhysicalSize' }),
  'pages.variable': just({ name: 'MAX_TEXT_CONTENT_SIZE' }),
  'pages.viewsVariable': just({ name: 'percentage' }),
  'pages.version': just({}),
  'pages.clientError': just({ message: 'x is undefined', stack: 'at y', version: '1.1.12', path: '/home' }),
  'server.health': just({}),
  'server.ready': just({}),

  'sports.list': just({}),
  'sports.byName': just({ name: SPORT }),
  'sports.search': just({ search: 'o' }),
  'sports.roleLevels': just({ sportId: SPORT }),
  'sports.createRoles': () => ({
    input: {
      items: [
        {
          id: newId(),
          sportId: 'tennis',
          sportRoleParticipationLevelMapping: [{ roleId: 'fan', participationLevelIds: [] }],
        },
      ],
    },
  }),
  'subscriptions.list': just({}),
  'subscriptions.preview': just({ sportId: 'tennis' }),
  'subscriptions.create': just({ sportId: 'tennis', code: AFFILIATE }),
  'subscriptions.betaFlag': just({}),
  'subscriptions.price': just({}),
  'invites.checkCode': just({ recipientType: 'learner', code: INVITATION }),
  'invites.applyAffiliate': just({ code: AFFILIATE }),
  'sports.contents': just({ contentType: 'all', sportId: SPORT, pricing: 'all', sort: 'newest' }),
  'home.read': just({}),

  'library.storage': just({}),
  'library.nameTaken': just({ contentName: 'clip.mp4' }),
  'library.contents': about((rows) => ({ input: { folder_id: rows.folder, search: '', sort: 'a_z' } })),
  'library.channelContents': about((rows) => ({ input: { channelId: rows.channel } })),
  'library.createContent': about((rows) => ({
    input: {
      contentId: newId(),
      filename: `new ${unique()}.mp4`,
      type: 'video',
      fileSize: 1000,
      parentFolder: rows.folder,
    },
  })),
  'library.readContent': about((rows) => ({ input: { id: rows.content } })),
  'library.renameContent': about((rows) => ({ input: { id: rows.content, filename: `renamed ${unique()}` } })),
  'library.duplicateContent': about((rows) => ({ input: { id: rows.content, copyId: newId() } })),
  'library.deleteContent': about((rows) => ({ input: { type: 'video', id: rows.content } })),
  'library.deleteContents': about((rows) => ({ input: { items: [{ type: 'video', id: rows.content }] } })),
  'library.activeStatus': about((rows) => ({ input: { id: rows.content } })),
  'library.reviewStatus': about((rows) => ({ input: { id: rows.content } })),
  'library.uploadCredentials': about((rows) => ({ input: { id: rows.content } })),
  'library.download': about((rows) => ({ input: { id: rows.content } })),
  'library.folders': just({}),
  'library.readFolder': about((rows) => ({ input: { folderId: rows.folder } })),
  'library.createFolder': () => ({ input: { id: newId(), title: `Folder ${unique()}` } }),
  'library.editFolder': about((rows) => ({ input: { folderId: rows.folder, title: `Folder ${unique()}` } })),
  'library.deleteFolder': about((rows) => ({ input: { folderId: rows.folder } })),
  'library.moveContents': about((rows) => ({ input: { folderId: rows.folder, contentIds: [rows.content] } })),
  'library.moveAll': about((rows) => ({ input: { folderId: rows.folder, destinationFolderId: null } })),
  'library.deleteFolderContents': about((rows) => ({ input: { folderId: rows.folder } })),
  'library.tagProfiles': just({}),
  'library.createTagProfile': () => ({ input: tagProfile(newId()) }),
  'library.editTagProfile': about((rows) => ({ input: tagProfile(rows.tagProfile) })),
  'library.deleteTagProfile': about((rows) => ({ input: { id: rows.tagProfile } })),
  'library.reorderTagProfiles': about((rows) => ({ input: { ids: [rows.tagProfile] } })),

  'upload.chunk': chunk,
  'upload.encoding': about((rows) => ({ input: { contentId: rows.content } })),
  'upload.read': about((rows) => ({ input: { uploadId: rows.upload } })),
  'upload.cancel': about((rows) => ({ input: { uploadId: rows.upload } })),
  'upload.putSigned': putSignedExample,
  // A hash that is stored already, so that no picture has to be drawn.
  'files.put': ({ world, actor }) => ({
    input: { sha256: world.rows(actor).picture },
    body: Buffer.from('x'),
    headers: { 'Content-Type': 'image/png' },
  }),

  'channels.my': just({}),
  'channels.followed': just({}),
  'channels.recommended': just({}),
  'channels.read': about((rows) => ({ input: { channelId: rows.channel } })),
  'channels.setActive': about((rows) => ({ input: { channelId: rows.channel, active: false } })),
  'channels.reorder': about((rows) => ({ input: { ids: [rows.channel] } })),
  'channels.follow': about((rows) => ({ input: { channelId: rows.channel } })),
  'channels.unfollow': about((rows) => ({ input: { channelId: rows.channel } })),
  'channels.contents': about((rows) => ({ input: { channelId: rows.channel } })),
  'channels.playlists': about((rows) => ({ input: { channelId: rows.channel } })),
  'playlists.contents': about((rows) => ({ input: { playlistId: rows.playlist } })),
  'playlists.create': about((rows) => ({
    input: { id: newId(), channelId: rows.channel, title: `Playlist ${unique()}` },
  })),
  'publications.publish': about((rows) => ({
    input: {
      id: newId(),
      channelId: rows.channel,
      contentId: rows.spare,
      title: 'Corners',
      playlistId: rows.playlist,
      tagProfileId: rows.tagProfile,
      customTags: ['corner'],
      coverImage: rows.picture,
      pricingCategory: 'free',
    },
  })),
  'publications.read': about((rows) => ({ input: { publishedId: rows.publication } })),
  'publications.unpublish': about((rows) => ({ input: { publishedId: rows.publication } })),
  'watch.detail': about((rows) => ({ input: { publishedId: rows.publication } })),
  'watch.viewConfig': just({}),
  'watch.countView': about((rows) => ({
    input: { publishedContentId: rows.publication, watchedMs: 90_000, watchedAt: new Date().toISOString() },
  })),
  'ratings.read': about((rows) => ({ input: { publishedContentId: rows.publication } })),
  'ratings.create': rating,
  'ratings.update': rating,
  'ratings.comments': about((rows) => ({ input: { publishedContentId: rows.publication } })),

  'notifications.list': just({ recipientType: 'learner' }),
  'notifications.markRead': about((rows) => ({ input: { notificationId: rows.notification } })),
  'notifications.markAllRead': just({ recipientType: 'learner' }),
  'notifications.delete': about((rows) => ({ input: { notificationIds: [rows.notification] } })),
  'notifications.settings': just({}),
  'notifications.changeSettings': just({ isEnabled: false }),
  'devices.list': just({}),
  'devices.add': ({ world }) => ({ input: { registrationId: world.missing().device, type: 'web' } }),
  'devices.remove': about((rows) => ({ input: { registrationId: rows.device } })),
  'devices.test': about((rows) => ({ input: { registrationId: rows.device } })),
  'devices.pushConfig': just({}),
  'sync.pull': just({}),
};

/** A valid request of a call, by this person and about these rows. */
export const exampleInput = async (
  call: Call,
  world: World,
  { actor, rows }: { actor: Actor; rows: Rows },
): Promise<Example> => {
  const build = (EXAMPLES as Record<string, Build | AboutRows | undefined>)[call.id];
  if (!build) throw new Error(`${call.id} has no example in tests/api/examples.ts`);
  return typeof build === 'function' ? build({ world, actor }) : build.about(rows);
};
export const exampleIds = (): string[] => Object.keys(EXAMPLES);

/** Whether the example of a call names rows, so that another person's rows can be named instead. */
export const namesRows = (call: Call): boolean => typeof EXAMPLES[call.id as CallId] !== 'function';
