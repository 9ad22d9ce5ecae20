import * as v from 'valibot';
import {
  DEGREE_COUNT_MAX,
  DOCUMENTS_MAX,
  GRADUATION_FROM,
  LICENSE_NUMBER_MAX,
  TITLE_MAX,
  TITLE_MIN,
  WEBSITE_MAX,
  WEBSITE_MIN,
} from './applications-limits.ts';
import { ApplicationType, SportAnswer } from './applications-questions.ts';
import { InvitationCode } from './forms.ts';
import { Id, Sha256, Slug } from './ids.ts';
import { LICENSE_NUMBER, SafeText, WEB_SITE, integer, text } from './patterns.ts';
import { RoleMapping } from './sports.ts';

// Data of an application, which the wizards' forms and the calls share. Source: D-316, APP-023…APP-030, APP-037…APP-044.

const title = v.pipe(SafeText, v.trim(), v.nonEmpty('Required'), text(TITLE_MIN, TITLE_MAX));
const WebAddress = v.pipe(
  SafeText,
  v.trim(),
  v.nonEmpty('Required'),
  text(WEBSITE_MIN, WEBSITE_MAX),
  v.regex(WEB_SITE, 'incorrect web site'),
);

/** A document that `applications.putDocument` has stored. */
export const DocumentRef = v.object({ sha256: Sha256, name: text(1, 255) });
export type DocumentRef = v.InferOutput<typeof DocumentRef>;

export const LicenseInformation = v.object({
  /** Title: one of the area's, or what the person wrote. */
  license: title,
  licenseType: v.picklist(['standard', 'custom']),
  number: v.pipe(
    SafeText,
    v.trim(),
    v.nonEmpty('Required'),
    text(TITLE_MIN, LICENSE_NUMBER_MAX),
    v.regex(LICENSE_NUMBER, 'incorrect license number'),
  ),
  /** The licensing body. */
  organization: title,
  /** Left empty, or its address. */
  website: v.optional(v.nullable(v.union([v.pipe(v.string(), v.trim(), v.literal('')), WebAddress]))),
  documents: v.optional(v.pipe(v.array(DocumentRef), v.maxLength(DOCUMENTS_MAX)), []),
});
export type LicenseInformation = v.InferOutput<typeof LicenseInformation>;

export const DegreeInformation = v.object({
  educationInstitutionName: title,
  educationInstitutionWebsite: WebAddress,
  graduationYear: v.pipe(
    v.number('Required'),
    v.integer('Required'),
    v.minValue(GRADUATION_FROM, `must be more than ${GRADUATION_FROM}`),
    v.check((year) => year <= new Date().getFullYear(), 'incorrect graduation year'),
  ),
  documents: v.optional(v.pipe(v.array(DocumentRef), v.maxLength(DOCUMENTS_MAX)), []),
});
export type DegreeInformation = v.InferOutput<typeof DegreeInformation>;

/** Source: APP-029. */
export const DegreeLevel = v.picklist(['Bachelor', 'Masters', 'Doctorate']);
export type DegreeLevel = v.InferOutput<typeof DegreeLevel>;
export const DEGREE_LEVELS = DegreeLevel.options;

const count = v.optional(integer(1, DEGREE_COUNT_MAX));
/** How many degrees of each level; at least one. */
export const DegreeMapping = v.pipe(
  v.object({ Bachelor: count, Masters: count, Doctorate: count }),
  v.check((degrees) => Object.values(degrees).some((n) => n !== undefined), 'Required'),
);
export type DegreeMapping = v.InferOutput<typeof DegreeMapping>;

const StandardEducation = v.object({ educationId: Slug, educationDegreeMapping: DegreeMapping });
const CustomEducation = v.object({ name: title, educationDegreeMapping: DegreeMapping });
export const Educations = {
  standardEducations: v.optional(v.pipe(v.array(StandardEducation), v.maxLength(20)), []),
  customEducations: v.optional(v.pipe(v.array(CustomEducation), v.maxLength(10)), []),
};

/** Source: APP-030. */
export const BasedOn = v.picklist(['license', 'degree']);
export type BasedOn = v.InferOutput<typeof BasedOn>;
/** The area of a science application, and whether a degree or a license supports it. */
const Expertise = v.object({ areaId: Slug, basedOn: BasedOn });

/** Source: D-223. The server works everything out itself. */
export const VerifyPayload = v.object({
  educationCategoryId: v.optional(v.nullable(Slug)),
  degreeCountMapping: v.optional(v.record(v.string(), v.number())),
  licenseBased: v.optional(v.boolean()),
});

/** What both wizards collect. Source: D-316. */
const APPLICATION_DATA = {
  id: Id,
  /** The sport's id. */
  sport: Slug,
  applicationType: ApplicationType,
  sportRoleParticipationLevelMapping: v.pipe(v.array(RoleMapping), v.minLength(1, 'Required'), v.maxLength(20)),
  sportAnswers: v.pipe(v.array(SportAnswer), v.minLength(1), v.maxLength(60)),
  licenseInformation: v.optional(v.nullable(LicenseInformation)),
  degreeInformation: v.optional(v.nullable(DegreeInformation)),
  sportScienceExpertiseInformation: v.optional(v.nullable(Expertise)),
  verifyPayload: v.optional(VerifyPayload, {}),
  ...Educations,
  invitationCode: v.optional(v.nullable(InvitationCode)),
};
export const ApplicationData = v.object(APPLICATION_DATA);
export type ApplicationData = v.InferOutput<typeof ApplicationData>;
