import type { CallId } from '#contract/calls.ts';
import type { Call } from '#contract/call.ts';
import { newId } from '#contract/ids.ts';
import { SPORT_OF_INTEREST, SPORT_OF_ROWS, type Rows } from './rows.ts';
import { ADMIN_EXAMPLES } from './example-admins.ts';
import { APPLICATION_EXAMPLES } from './example-applications.ts';
import { COMMENT_EXAMPLES } from './example-comments.ts';
import { MONEY_EXAMPLES } from './example-money.ts';
import { NOTIFICATION_EXAMPLES } from './example-notifications.ts';
import { STORAGE_EXAMPLES } from './example-storage.ts';
import { INVITATION_EXAMPLES } from './example-invitations.ts';
import { DASHBOARD_EXAMPLES, PAYMENT_EXAMPLES, WALLET_EXAMPLES } from './example-payments.ts';
import { AFFILIATE, INVITATION, PASSWORD, SPORT, type Actor, type World } from './fixtures.ts';
import {
  type Example,
  type Build,
  type AboutRows,
  about,
  just,
  unique,
  newChannel,
  chunk,
  registerExample,
  refreshExample,
  putSignedExample,
  completeResetExample,
  contactExample,
  GUARDIAN_EXAMPLES,
  MOVE_EXAMPLES,
  WATCH_EXAMPLES,
  unknownCode,
  mail,
  tagProfile,
  RATING_EXAMPLES,
  TO_OTHERS,
  type ExampleFacts,
  ofProfile,
  passkeyAnswer,
} from './example-parts.ts';

export type { Example } from './example-parts.ts';

const NEW_PASSWORD = 'Penalty-Kick-3!';

const EXAMPLES: Record<CallId, Build | AboutRows> = {
  'account.settings': just({}),
  'account.change': just({ firstName: 'Ana', communicationMethod: 'text' }),
  'account.changeUsername': () => ({ input: { username: `u${unique()}`.slice(0, 25) } }),
  'account.sendCode': mail,
  'account.changeEmail': contactExample('email'),
  'account.changePhone': contactExample('phoneNumber'),
  'account.changePassword': just({ currentPassword: PASSWORD, password1: NEW_PASSWORD, password2: NEW_PASSWORD }),
  'account.history': just({}),
  'account.sessions': just({}),
  'account.endSession': about((rows) => ({ input: { id: rows.session } })),
  'account.endOtherSessions': just({}),
  'account.security': just({}),
  'account.startPasskey': just({}),
  'account.addPasskey': just({ passkey: passkeyAnswer({ attestationObject: 'oA' }) }),
  'account.renamePasskey': about((rows) => ({ input: { id: rows.passkey, name: `Phone ${unique()}` } })),
  'account.deletePasskey': about((rows) => ({ input: { id: rows.passkey } })),
  'account.startTwoFactor': just({}),
  'account.confirmTwoFactor': just({ code: '123456' }),
  'account.stopTwoFactor': just({ password: PASSWORD, code: '123456' }),
  'account.heldData': just({}),
  'account.askForExport': just({}),
  'account.exportLink': about((rows) => ({ input: { id: rows.dataExport } })),
  'account.makeRecoveryCodes': just({ password: PASSWORD, code: '123456' }),

  ...GUARDIAN_EXAMPLES,
  'account.delete': just({ password: PASSWORD }),
  'account.restore': just({ username: 'creator', password: PASSWORD }),
  'auth.checkUsername': just({ username: 'somebody' }),
  'auth.checkEmail': just({ email: 'somebody@example.org' }),
  'auth.checkPhone': just({ phoneNumber: '+15551234567' }),
  'auth.sendCode': mail,
  'auth.verifyCode': unknownCode,
  'auth.register': registerExample,
  'auth.login': just({ username: 'creator', password: PASSWORD }),
  'auth.confirmLogin': just({ secondStep: `${newId()}.ticket`, code: '123456' }),
  'auth.startPasskeySignIn': just({}),
  'auth.passkeySignIn': just({ proof: passkeyAnswer({ authenticatorData: 'oA', signature: 'oA' }) }),
  'auth.refresh': refreshExample,
  'auth.logout': just({}),
  'auth.logoutByGet': () => ({ input: {}, headers: { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' } }),
  'auth.requestReset': mail,
  'auth.delivery': just({ communicationMethod: 'email' }),
  'auth.verifyReset': unknownCode,
  'auth.completeReset': completeResetExample,
  'registration.saveProgress': just({ saveProgress: true, step: '/sports', data: { sport: SPORT } }),
  'registration.readProgress': just({}),
  'registration.setFlags': just({ isLearner: true }),
  'users.me': just({}),
  'users.roles': just({}),
  'users.setLastRole': ({ actor }) => ({ input: { lastLoginedRole: actor.facts.isLearner ? 'learner' : 'educator' } }),
  'users.read': about((rows) => ({ input: { userId: rows.owner } })),
  'users.readLearner': about((rows) => ({ input: { id: rows.learner } })),
  'users.readEducator': about((rows) => ({ input: { educatorId: rows.educator } })),
  'users.setLearner': about((rows) => ({ input: { id: rows.learner, firstTimeLogin: false } })),
  'users.setEducator': about((rows) => ({ input: { educatorId: rows.educator, firstTimeLogin: false } })),

  'profiles.read': about((rows) => ({ input: { id: rows.owner } })),
  'profiles.personalInfo': ofProfile(() => ({})),
  'profiles.setPersonalInfo': ofProfile((rows) => ({
    firstName: 'Ana',
    genderChoice: 'user_specified',
    gender: 'agender',
    dateOfBirth: '1990-04-30',
    city: 'Rijeka',
    country: 'HR',
    bannerImage: rows.picture,
    originBannerImage: rows.picture,
  })),
  'profiles.basicInfo': ofProfile(() => ({})),
  'profiles.setBasicInfo': ofProfile(() => ({
    aboutMe: 'I coach.',
    height: 1.83,
    unitsForHeight: 'm',
    primarySpokenLanguage: 'hr',
    secondarySpokenLanguages: ['en', 'de'],
  })),
  'profiles.visibility': ofProfile(() => ({})),
  'profiles.setVisibility': ofProfile(() => ({ aboutMe: false, language: true })),
  'profiles.completeness': ofProfile(() => ({})),
  'profiles.organizationInfo': ofProfile(() => ({})),
  'profiles.setOrganizationInfo': ofProfile((rows) => ({
    webSite: 'club.example.org',
    description: 'A club',
    logo: rows.picture,
  })),
  'profiles.contacts': ofProfile(() => ({})),
  'profiles.createContact': ofProfile(() => ({ id: newId(), title: 'Club page', socialLink: 'example.org/club' })),
  'profiles.updateContact': ofProfile((rows) => ({
    id: rows.contact,
    title: 'My page',
    socialLink: 'https://example.org/me',
  })),
  'profiles.reorderContacts': ofProfile((rows) => ({ contact_information_id_list: [rows.contact] })),
  'profiles.deleteContacts': ofProfile((rows) => ({ contact_info_list: [rows.contact] })),
  'profiles.sportInterests': ofProfile(() => ({})),
  'profiles.sportRoles': about((rows) => ({ input: { sports_profile_id: rows.profile } })),
  'profiles.createSportInterests': ofProfile(() => ({
    items: [{ id: newId(), sportId: 'judo', sportInvolvement: [{ role: 'fan' }] }],
  })),
  'profiles.updateSportInterests': ofProfile((rows) => ({
    items: [
      {
        id: rows.sportInterest,
        sportId: SPORT_OF_INTEREST,
        sportInvolvement: [{ role: '{OTHER_ROLE}_Kit manager', participationLevel: 'club' }],
      },
    ],
  })),
  'profiles.reorderSportInterests': ofProfile((rows) => ({ sport_interest_list: [rows.sportInterest] })),
  'profiles.deleteSportInterests': ofProfile((rows) => ({ sport_interest_list: [rows.sportInterest] })),
  'profiles.sportQuestions': just({ sportId: SPORT_OF_ROWS }),
  'profiles.sportBios': about((rows) => ({ input: { user_id: rows.owner } })),
  'profiles.createBioAnswer': () => ({
    input: { id: newId(), sport_id: SPORT_OF_ROWS, question: 'goal', answer: 'To play every match.' },
  }),
  'profiles.updateBioAnswer': just({ sport_id: SPORT_OF_ROWS, question: 'advice', answer: 'Have fun.' }),

  'support.send': () => ({
    input: {
      id: newId(),
      kind: 'technical',
      topic: 'Upload',
      message: 'The upload of my film waits since yesterday.',
      diagnostics: 'Sideline 1.2.0',
    },
  }),
  'support.sendAsGuest': () => ({
    input: { id: newId(), topic: 'Sign in', message: 'I do not get a code.', email: 'somebody@example.org' },
  }),
  'search.all': just({ q: 'corner kick', sport_id: SPORT }),
  'search.channels': just({ q: 'corner', offset: 0, limit: 25 }),
  'search.playlists': just({ q: 'corner' }),
  'search.content': just({ q: 'corner', sport_id: SPORT }),
  'search.educators': just({ q: 'ana' }),
  'search.sports': just({ q: 'soccer' }),
  'search.suggest': just({ q: 'co' }),
  'search.history': just({}),
  'search.addToHistory': () => ({ input: { id: newId(), searchHistory: `corner ${unique()}` } }),
  'search.removeFromHistory': about((rows) => ({ input: { id: rows.search } })),

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
  ...APPLICATION_EXAMPLES,
  ...COMMENT_EXAMPLES,
  ...MONEY_EXAMPLES,
  ...STORAGE_EXAMPLES,
  ...PAYMENT_EXAMPLES,
  ...DASHBOARD_EXAMPLES,
  ...WALLET_EXAMPLES,
  ...INVITATION_EXAMPLES,
  ...ADMIN_EXAMPLES,
  'invites.checkCode': just({ recipientType: 'learner', code: INVITATION }),
  'invites.applyAffiliate': just({ code: AFFILIATE }),
  'sports.contents': just({ contentType: 'all', sportId: SPORT, pricing: 'all', sort: 'newest' }),
  'sports.playlists': just({ sportId: SPORT, pricing: 'all', sort: 'newest' }),
  'home.read': just({}),
  'explore.section': just({ section: 'new', pricing: 'all', sort: 'oldest' }),

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
  'library.trimContent': about((rows) => ({
    input: { id: rows.content, mode: 'copy', startMs: 1000, endMs: 5000, copyId: newId() },
  })),
  'library.cancelTrim': about((rows) => ({ input: { id: rows.content } })),
  'library.deleteContent': about((rows) => ({ input: { type: 'video', id: rows.content } })),
  'library.deleteContents': about((rows) => ({ input: { items: [{ type: 'video', id: rows.content }] } })),
  'library.activeStatus': about((rows) => ({ input: { id: rows.content } })),
  'library.reviewStatus': about((rows) => ({ input: { id: rows.content } })),
  'library.uploadCredentials': about((rows) => ({ input: { id: rows.content } })),
  'library.download': about((rows) => ({ input: { id: rows.content } })),
  'library.downloadLink': about((rows) => ({ input: { id: rows.content } })),
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

  'captions.read': about((rows) => ({ input: { id: rows.content } })),
  'captions.readPublished': about((rows) => ({ input: { publishedId: rows.publication } })),
  'captions.find': just({ search: 'corner' }),
  'captions.save': about((rows) => ({
    input: { id: rows.content, language: 'en', cues: [{ startMs: 0, endMs: 1500, text: `Near post ${unique()}` }] },
  })),
  'captions.delete': about((rows) => ({ input: { id: rows.content, language: 'en' } })),
  'captions.saveChapters': about((rows) => ({
    input: { id: rows.content, chapters: [{ startMs: 0, title: `Warm-up ${unique()}` }] },
  })),

  'upload.chunk': chunk,
  'upload.encoding': about((rows) => ({ input: { contentId: rows.content } })),
  'upload.read': about((rows) => ({ input: { uploadId: rows.upload } })),
  'upload.list': just({}),
  'upload.cancel': about((rows) => ({ input: { uploadId: rows.upload } })),
  'upload.putSigned': putSignedExample,
  // A hash that is stored already, so that no picture has to be drawn.
  'files.put': ({ world, actor }) => ({
    input: { sha256: world.rows(actor).picture },
    body: Buffer.from('x'),
    headers: { 'Content-Type': 'image/png' },
  }),

  'channels.my': just({}),
  'channels.approvedCommunities': just({}),
  'channels.organizationCommunities': just({}),
  'channels.create': about((rows) => ({ input: newChannel(rows) })),
  'channels.createSubchannel': about((rows) => ({ input: { ...newChannel(rows), parentId: rows.channel } })),
  'channels.edit': about((rows) => ({
    input: {
      channelId: rows.channel,
      name: `Channel ${unique()}`,
      description: 'Drills for two',
      logoImage: rows.picture,
      originLogoImage: rows.picture,
    },
  })),
  'channels.delete': about((rows) => ({ input: { channelId: rows.emptyChannel } })),
  'channels.followed': just({}),
  'channels.recommended': just({}),
  'channels.read': about((rows) => ({ input: { channelId: rows.channel } })),
  'channels.setActive': about((rows) => ({ input: { channelId: rows.channel, active: false } })),
  'channels.reorder': about((rows) => ({ input: { ids: [rows.channel] } })),
  ...MOVE_EXAMPLES,
  'channels.follow': about((rows) => ({ input: { channelId: rows.channel } }), TO_OTHERS),
  'channels.unfollow': about((rows) => ({ input: { channelId: rows.channel } }), {
    ...TO_OTHERS,
    after: 'channels.follow',
  }),
  'channels.contents': about((rows) => ({ input: { channelId: rows.channel } })),
  'channels.playlists': about((rows) => ({ input: { channelId: rows.channel } })),
  'playlists.contents': about((rows) => ({ input: { playlistId: rows.playlist } })),
  'playlists.create': about((rows) => ({
    input: { id: newId(), channelId: rows.channel, title: `Playlist ${unique()}` },
  })),
  'playlists.rename': about((rows) => ({ input: { playlistId: rows.playlist, title: `Playlist ${unique()}` } })),
  'playlists.read': about((rows) => ({ input: { playlistId: rows.playlist } })),
  'playlists.delete': about((rows) => ({ input: { playlistId: rows.playlist } })),
  'playlists.addContents': about((rows) => ({
    input: { playlistId: rows.playlist, ids: [rows.memberOnly] },
  })),
  'playlists.removeContent': about((rows) => ({
    input: { playlistId: rows.playlist, publishedId: rows.publication },
  })),
  'playlists.reorder': about((rows) => ({
    input: { playlistId: rows.playlist, ids: [rows.publication] },
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
  'publications.update': about((rows) => ({
    input: {
      publishedId: rows.publication,
      title: `Corners ${unique()}`,
      custom_tags: 'corner near-post',
      cover_image: rows.picture,
      pricingCategory: 'free',
      playlistId: rows.playlist,
      tagProfileId: rows.tagProfile,
    },
  })),
  'publications.updateCover': about((rows) => ({
    input: { publishedId: rows.publication, cover_image: rows.picture },
  })),
  'publications.read': about((rows) => ({ input: { publishedId: rows.publication } })),
  'publications.unpublish': about((rows) => ({ input: { publishedId: rows.publication } })),
  ...WATCH_EXAMPLES,
  ...RATING_EXAMPLES,

  ...NOTIFICATION_EXAMPLES,
  'devices.list': just({}),
  'devices.add': ({ world }) => ({ input: { registrationId: world.missing().device, type: 'web' } }),
  'devices.remove': about((rows) => ({ input: { registrationId: rows.device } })),
  'devices.test': about((rows) => ({ input: { registrationId: rows.device } })),
  'devices.pushConfig': just({}),
  'sync.pull': just({}),
};

const exampleOf = ({ id }: Call) => (EXAMPLES as Record<string, Build | AboutRows | undefined>)[id];

/** What the tests of all calls need to know of a call besides its request. */
export const exampleFacts = (call: Call): ExampleFacts => exampleOf(call)?.facts ?? {};

/** A valid request of a call, by this person and about these rows. */
export const exampleInput = async (
  call: Call,
  world: World,
  { actor, rows }: { actor: Actor; rows: Rows },
): Promise<Example> => {
  const build = exampleOf(call);
  if (!build) throw new Error(`${call.id} has no example in tests/api/examples.ts`);
  return typeof build === 'function' ? build({ world, actor }) : build.about(rows);
};
export const exampleIds = (): string[] => Object.keys(EXAMPLES);

/** Whether the example of a call names rows, so that another person's rows can be named instead. */
export const namesRows = (call: Call): boolean => typeof exampleOf(call) !== 'function';
