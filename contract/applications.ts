import * as v from 'valibot';
import { defineCall } from './call.ts';
import { ApplicationData, BasedOn, DegreeLevel, Educations, VerifyPayload } from './applications-forms.ts';
import { DRAFT_MAX, REASON_MAX, REASON_MIN } from './applications-limits.ts';
import { Answer, ApplicationType, QuestionCategory } from './applications-questions.ts';
import { Id, Sha256, Slug } from './ids.ts';
import { Instant, Limit, Nothing, Offset, integer, isStorableJson, listOf, text } from './patterns.ts';
import { Me } from './rows.ts';

// Applications of Creators: reference data, drafts, documents, the application itself. Source: decision 0088.

/** Source: APP-031. */
export const ApplicationStatus = v.picklist(['pending', 'approved', 'denied']);
export type ApplicationStatus = v.InferOutput<typeof ApplicationStatus>;

export const ScienceArea = v.object({
  id: Slug,
  name: v.string(),
  /** Degrees and licenses of the area; one of them may be missing altogether. */
  educations: v.array(v.object({ id: Slug, name: v.string(), basedOn: BasedOn })),
});
export type ScienceArea = v.InferOutput<typeof ScienceArea>;

export const listScienceAreas = defineCall({
  id: 'applications.scienceAreas',
  method: 'GET',
  path: '/educator-applications/science-areas',
  may: 'signedIn',
  input: v.object({}),
  output: listOf(ScienceArea),
  problems: [],
  offline: 'cache',
  summary: 'Areas of sports science with their degrees and licenses',
});
export const listDegrees = defineCall({
  id: 'applications.degrees',
  method: 'GET',
  path: '/educator-applications/degrees',
  may: 'signedIn',
  input: v.object({}),
  output: listOf(v.object({ id: DegreeLevel, name: v.string() })),
  problems: [],
  offline: 'cache',
  summary: 'Levels of degrees',
});
export const listQuestions = defineCall({
  id: 'applications.questions',
  method: 'GET',
  path: '/educator-applications/questions',
  may: 'signedIn',
  input: v.object({ type: ApplicationType, sportId: Slug }),
  output: listOf(QuestionCategory),
  problems: ['access.not_found'],
  offline: 'cache',
  summary: 'Categories of questions of an application',
});

/** The points of an application. Source: D-317. */
export const ApplicationResult = v.object({
  experience: v.object({
    total: v.number(),
    categories: v.array(
      v.object({
        name: v.string(),
        points: v.number(),
        /** The answer in words. */
        items: v.array(v.object({ question: v.string(), answer: v.string(), points: v.number() })),
      }),
    ),
  }),
  education: v.object({
    total: v.number(),
    degrees: v.array(v.object({ level: DegreeLevel, count: v.number(), points: v.number() })),
    license: v.optional(v.object({ title: v.string(), points: v.number() })),
  }),
  invitationCodePoints: v.number(),
  total: v.number(),
  status: ApplicationStatus,
});
export type ApplicationResult = v.InferOutput<typeof ApplicationResult>;

/** An own application. */
export const Application = v.object({
  id: Id,
  sportId: Slug,
  sportName: v.string(),
  applicationType: ApplicationType,
  status: ApplicationStatus,
  createdAt: Instant,
  decidedAt: v.nullable(Instant),
  /** Why a person decided so; null without a decision of a person. */
  reason: v.nullable(v.string()),
  /** From when a denied application can be repeated. */
  repeatableAt: v.nullable(Instant),
  /** Null until the points were worked out. */
  result: v.nullable(ApplicationResult),
});
export type Application = v.InferOutput<typeof Application>;

const Made = v.object({ id: Id, status: ApplicationStatus });
const MAKING = [
  'application.exists',
  'application.too_early',
  'application.roles_needed',
  'application.answer_missing',
  'application.unknown_education',
  'application.document_missing',
  'invite.unknown_code',
  'sport.no_role',
  'sport.level_missing',
  'access.not_found',
] as const;

/** One for each step of the registration that may fail. Source: APP-070…APP-074. */
const STEPS = [
  'application.not_created',
  'application.failed',
  'application.user_not_created',
  'application.profile_not_created',
  'application.user_not_updated',
] as const;

export const registerCreator = defineCall({
  id: 'applications.register',
  method: 'POST',
  path: '/registration/creator',
  may: 'signedIn',
  input: ApplicationData,
  output: v.object({ user: Me, application: Made, result: ApplicationResult }),
  problems: [...MAKING, ...STEPS],
  offline: 'online',
  summary: 'Registers a Creator in one step: roles, application, points, end of the registration',
});
export const createApplication = defineCall({
  id: 'applications.create',
  method: 'POST',
  path: '/educator-applications',
  may: 'signedIn',
  input: ApplicationData,
  output: Made,
  problems: MAKING,
  offline: 'online',
  summary: 'Makes an application; it is decided once its points are worked out',
});
export const verifyApplication = defineCall({
  id: 'applications.verify',
  method: 'POST',
  path: '/sport-applications/verify',
  may: 'signedIn',
  input: v.object({ applicationId: Id, verifyPayload: v.optional(VerifyPayload) }),
  output: ApplicationResult,
  problems: ['access.not_found'],
  offline: 'online',
  summary: 'Works out the points of an own application, and approves it with enough of them',
});
export const saveEducations = defineCall({
  id: 'applications.saveEducations',
  method: 'POST',
  path: '/educator-applications/education',
  may: 'signedIn',
  input: v.object({ applicationId: Id, ...Educations }),
  output: v.object(Educations),
  problems: ['access.not_found', 'application.decided', 'application.unknown_education'],
  offline: 'online',
  summary: 'Replaces the educations of an own application that is not decided',
});
export const applyForSport = defineCall({
  id: 'applications.applyForSport',
  method: 'POST',
  path: '/sport-applications/creation',
  may: 'signedIn',
  input: v.object({ sportId: Slug, applicationType: ApplicationType, applicationId: Id }),
  output: Made,
  problems: ['application.not_applicant', 'application.exists', 'application.too_early', 'access.not_found'],
  offline: 'online',
  summary: 'Applies for a sport with an own application',
});
export const readApplicationState = defineCall({
  id: 'applications.exists',
  method: 'GET',
  path: '/sport-applications/check-exists',
  may: 'signedIn',
  input: v.object({ sportId: Slug, applicationType: ApplicationType }),
  output: v.object({
    exists: v.boolean(),
    status: v.nullable(ApplicationStatus),
    /** True if a new application for it is accepted now. */
    canApply: v.boolean(),
    repeatableAt: v.nullable(Instant),
  }),
  problems: [],
  offline: 'cache',
  summary: 'Whether the person has applied for a sport',
});
export const listOwnApplications = defineCall({
  id: 'applications.own',
  method: 'GET',
  path: '/educator-applications/own',
  may: 'signedIn',
  input: v.object({}),
  output: listOf(Application),
  problems: [],
  offline: 'cache',
  summary: 'The own applications, the newest first',
});

// ---------------------------------------------------------------- drafts and documents

/** `coaching-soccer`, `science-soccer` or `organization`. */
export const DraftName = v.pipe(Slug, v.regex(/^(organization|(coaching|science)-[a-z0-9-]+)$/));
const DraftData = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(60)), v.unknown()),
  v.check((data) => isStorableJson(data), 'has characters that cannot be stored'),
  v.check((data) => JSON.stringify(data).length <= DRAFT_MAX, 'is too long'),
);
export const ApplicationDraft = v.object({
  name: DraftName,
  /** 0: there is none. */
  version: v.number(),
  step: v.nullable(v.string()),
  data: v.nullable(v.record(v.string(), v.unknown())),
  updatedAt: v.nullable(Instant),
});
export type ApplicationDraft = v.InferOutput<typeof ApplicationDraft>;

/** Not kept for later: the device's own copy is what remains without a network. */
export const readDraft = defineCall({
  id: 'applications.readDraft',
  method: 'GET',
  path: '/application-drafts/{name}',
  may: 'signedIn',
  input: v.object({ name: DraftName }),
  output: ApplicationDraft,
  problems: [],
  offline: 'online',
  summary: 'An unfinished application, from any device',
});
export const saveDraft = defineCall({
  id: 'applications.saveDraft',
  method: 'PUT',
  path: '/application-drafts/{name}',
  may: 'signedIn',
  input: v.object({
    name: DraftName,
    /** The version that the change is made on; 0 for a new draft. Left out: the draft replaces whatever is there. */
    version: v.optional(integer(0, 1_000_000)),
    step: text(0, 80),
    data: DraftData,
  }),
  output: ApplicationDraft,
  problems: ['application.draft_changed', 'application.drafts_full'],
  offline: 'online',
  summary: 'Keeps an unfinished application, so that it can be finished on any device',
});
export const deleteDraft = defineCall({
  id: 'applications.deleteDraft',
  method: 'DELETE',
  path: '/application-drafts/{name}',
  may: 'signedIn',
  input: v.object({ name: DraftName }),
  output: Nothing,
  problems: [],
  offline: 'online',
  summary: 'Deletes an unfinished application',
});
/** PDF, JPG or PNG. The device keeps the file until the answer, and sends it again as often as needed. */
export const putDocument = defineCall({
  id: 'applications.putDocument',
  method: 'PUT',
  path: '/application-documents/{sha256}',
  may: 'signedIn',
  body: 'file',
  input: v.object({ sha256: Sha256 }),
  output: v.object({ sha256: Sha256, contentType: v.string(), size: v.number() }),
  problems: [
    'file.wrong_digest',
    'file.too_many_pixels',
    'application.document_too_large',
    'application.document_encrypted',
    'application.document_unreadable',
    'application.documents_full',
    'upload.disk_full',
  ],
  offline: 'online',
  summary: 'Stores a document for an application; only the person and the operator can read it',
});

// ---------------------------------------------------------------- the operator's desk

const Applicant = v.object({ userId: Id, name: v.string(), username: v.string(), email: v.string() });
export const ReviewedApplication = v.object({ ...Application.entries, applicant: Applicant });
export const ReviewedApplicationDetail = v.object({
  ...ReviewedApplication.entries,
  data: v.record(v.string(), v.unknown()),
  answers: v.array(v.object({ question: v.string(), category: v.string(), answer: Answer })),
  documents: v.array(v.object({ sha256: Sha256, name: v.string(), contentType: v.string(), size: v.number() })),
});

/** The operator's reason, which is sent to the person. */
export const DecisionReason = text(REASON_MIN, REASON_MAX);

export const listApplications = defineCall({
  id: 'applications.list',
  method: 'GET',
  path: '/admin/applications',
  may: 'superadmin',
  input: v.object({ status: v.optional(ApplicationStatus), limit: Limit(100), offset: Offset }),
  output: listOf(ReviewedApplication),
  problems: [],
  offline: 'online',
  summary: 'Applications of Creators, the oldest first',
});
export const readApplication = defineCall({
  id: 'applications.read',
  method: 'GET',
  path: '/admin/applications/{id}',
  may: 'superadmin',
  input: v.object({ id: Id }),
  output: ReviewedApplicationDetail,
  problems: [],
  offline: 'online',
  summary: 'An application with its answers and documents',
});
export const decideApplication = defineCall({
  id: 'applications.decide',
  method: 'PUT',
  path: '/admin/applications/{id}',
  may: 'superadmin',
  input: v.object({ id: Id, status: v.picklist(['approved', 'denied']), reason: DecisionReason }),
  output: ReviewedApplication,
  problems: ['application.decided'],
  offline: 'online',
  summary: 'Approves or denies a pending application, with a reason that is sent to the person',
});
export const readDocument = defineCall({
  id: 'applications.readDocument',
  method: 'GET',
  path: '/admin/applications/{id}/documents/{sha256}',
  may: 'superadmin',
  input: v.object({ id: Id, sha256: Sha256 }),
  output: v.unknown(),
  problems: [],
  offline: 'online',
  summary: 'A document of an application, as a download',
});
