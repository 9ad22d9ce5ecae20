import { useState } from 'react';
import { webAddress } from '#contract/profiles-fields.ts';
import type { ProfileChannel, ProfilePage, SportBio } from '#contract/profiles.ts';
import type { Contact, Visibility } from '#contract/rows.ts';
import { profileText } from '#contract/text/profiles.ts';
import { ChannelLogo } from '#ui/pictures/channel-logo.tsx';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { ExternalIcon, ForwardIcon, LinkIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RatingMark } from '#ui/rating/rating-mark.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { editRouteOf, sportBioRoute } from './edit-routes.ts';
import { languagesOf, placeText, type ProfileView } from './profile-view.ts';
import { ITEMS_SHOWN, ListSection, Section, TextSection, type OwnerPart } from './section.tsx';

const { sections: titles } = profileText;

type Named = Exclude<keyof typeof profileText.prompts, 'communities'>;
const FLAGS: Partial<Record<Named, keyof Visibility>> = {
  aboutMe: 'aboutMe',
  placeOfBirth: 'placeOfBirth',
  language: 'language',
  physicalSize: 'physicalSize',
  mySports: 'sportsInterest',
  contacts: 'socialLinks',
};

const ownerPart = ({ owner }: ProfileView, section: Named, isComplete?: boolean): OwnerPart | undefined => {
  if (!owner) return undefined;
  const flag = FLAGS[section];
  return {
    isComplete: isComplete ?? owner.sections[section] === true,
    isHidden: flag !== undefined && !owner.visibility[flag],
    href: editRouteOf(section, owner),
    prompt: profileText.prompts[section],
    add: profileText.add[section],
  };
};

interface SectionsProps {
  view: ProfileView;
}

/** The sections below the head, in the order of the documents. Source: PRO-006 to PRO-018, D-84. */
export function ProfileSections({ view }: SectionsProps) {
  const { page } = view;
  return (
    <div className="stack">
      {page.isOrganization ? <OrganizationSections view={view} /> : <PersonSections view={view} />}
      <SportsSection view={view} />
      <ChannelsSection view={view} />
      {!page.isOrganization && <CommunitiesSection view={view} />}
      <ListSection
        title={titles.contacts}
        owner={ownerPart(view, 'contacts')}
        items={page.contacts ?? []}
        list={(contacts) => <ContactList contacts={contacts} />}
      />
    </div>
  );
}

function OrganizationSections({ view }: SectionsProps) {
  const { organization } = view.page;
  const place = placeText(organization?.city, organization?.state, organization?.country);
  return (
    <>
      <TextSection title={titles.organizationInfo} owner={ownerPart(view, 'organizationInfo')} text={place} />
      <TextSection title={titles.description} owner={ownerPart(view, 'description')} text={organization?.description} />
    </>
  );
}

function PersonSections({ view }: SectionsProps) {
  const basic = view.page.basic ?? {};
  return (
    <>
      <TextSection title={titles.aboutMe} owner={ownerPart(view, 'aboutMe')} text={basic.aboutMe} />
      <TextSection
        title={titles.placeOfBirth}
        owner={ownerPart(view, 'placeOfBirth')}
        text={placeText(basic.birthCity, basic.birthState, basic.birthCountry)}
      />
      <ListSection
        title={titles.language}
        owner={ownerPart(view, 'language')}
        items={languagesOf(basic)}
        list={(languages) => <p className="profile__text">{languages.join(', ')}</p>}
      />
      {view.hasPhysicalSize && <SizeSection view={view} />}
    </>
  );
}

/** A height or a weight with its unit, in the person's own format of numbers. */
const amount = (value: number, unit: string | null | undefined): string =>
  `${value.toLocaleString()} ${profileText.units[unit as keyof typeof profileText.units] ?? ''}`.trim();

/** Height and Weight, while its flag is visible; organizations have none. Source: PRO-009, PRO-010, PRO-011. */
function SizeSection({ view }: SectionsProps) {
  const { height, unitsForHeight, weight, unitsForWeight } = view.page.basic ?? {};
  const facts = [
    { name: profileText.height, value: height, unit: unitsForHeight },
    { name: profileText.weight, value: weight, unit: unitsForWeight },
  ].filter((fact): fact is typeof fact & { value: number } => typeof fact.value === 'number');
  return (
    <Section title={titles.physicalSize} owner={ownerPart(view, 'physicalSize')}>
      {facts.length > 0 ? (
        <dl className="profile__facts">
          {facts.map(({ name, value, unit }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{amount(value, unit)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </Section>
  );
}

type Sport = NonNullable<ProfilePage['sportInterests']>[number];

/** My Sports: a chip per sport shows the roles in it; the sheet has all sports. Source: PRO-012. */
function SportsSection({ view }: SectionsProps) {
  const { sportInterests: sports = [], sportBios = [] } = view.page;
  const [chosen, setChosen] = useState<string>();
  const sport = sports.find(({ id }) => id === chosen) ?? sports[0];
  const bioOf = ({ sportId }: Sport) => sportBios.find((each) => each.sport_id === sportId);
  const bio = sport && bioOf(sport);
  const isLong =
    sport !== undefined && (sport.roles.length > ITEMS_SHOWN || (bio?.questions_and_answers.length ?? 0) > ITEMS_SHOWN);
  return (
    <Section
      title={titles.mySports}
      owner={ownerPart(view, 'mySports')}
      whole={isLong && sports.map((each) => <WholeSport key={each.id} sport={each} bio={bioOf(each)} />)}
    >
      {sport ? (
        <>
          <ChipFilter
            label={profileText.sportFilter}
            single
            wrap
            value={[sport.id]}
            onChange={([next]) => setChosen(next)}
            options={sports.map(({ id, sportName }) => ({ value: id, label: sportName }))}
          />
          <RoleList sport={sport} roles={sport.roles.slice(0, ITEMS_SHOWN)} />
          {bio && <Bio bio={bio} isOwn={view.owner !== undefined} most={ITEMS_SHOWN} />}
        </>
      ) : null}
    </Section>
  );
}

function WholeSport({ sport, bio }: { sport: Sport; bio: SportBio | undefined }) {
  return (
    <div className="profile__whole">
      <h3>{sport.sportName}</h3>
      <RoleList sport={sport} roles={sport.roles} />
      {bio && <Bio bio={bio} isOwn={false} />}
    </div>
  );
}

interface BioProps {
  bio: SportBio;
  /** The owner also sees the progress, and the way to the questions. */
  isOwn: boolean;
  /** Most answers to show; all by default. */
  most?: number;
}

/** The answers of a sport bio. Source: PRO-033, D-85. */
function Bio({ bio, isOwn, most }: BioProps) {
  const { sport_id: sportId, sport_name: sportName, num_of_questions: all, questions_and_answers: answers } = bio;
  return (
    <>
      {answers.length > 0 && (
        <dl className="profile__bio">
          {answers.slice(0, most).map(({ id, question, answer }) => (
            <div key={id}>
              <dt>{question}</dt>
              <dd className="profile__text">{answer}</dd>
            </div>
          ))}
        </dl>
      )}
      {isOwn && (
        <a className="more-link" href={sportBioRoute(sportId)}>
          {profileText.bio(sportName, answers.length, all)}
          <ForwardIcon className="icon-s" />
        </a>
      )}
    </>
  );
}

function RoleList({ sport, roles }: { sport: Sport; roles: readonly string[] }) {
  return (
    <ul className="profile__roles" aria-label={profileText.roles(sport.sportName)}>
      {roles.map((role) => (
        <li key={role}>{role}</li>
      ))}
    </ul>
  );
}

/** Channels, ‘My Channels’ for the Creator or Organization that they belong to. Source: PRO-013, PRO-014, PRO-015. */
function ChannelsSection({ view }: SectionsProps) {
  const { owner, page } = view;
  const title = owner?.hasChannels ? titles.myChannels : titles.channels;
  const part = ownerPart(view, 'channels', page.channels.length > 0);
  return (
    <ListSection
      title={title}
      // A Member cannot make a channel: without one the section says what a visitor reads.
      owner={part && (owner?.hasChannels || part.isComplete) ? { ...part, addHref: '/create-channel' } : undefined}
      items={page.channels}
      list={(channels) => <ChannelList label={title} channels={channels} />}
      none={profileText.noChannels}
    />
  );
}

/** Channels that the person follows; visitors see them with the sports. Source: PRO-016, PRO-017, D-83. */
function CommunitiesSection({ view: { owner, page } }: SectionsProps) {
  const channels = page.communities ?? [];
  return (
    <ListSection
      title={titles.communities}
      owner={
        owner && {
          isComplete: channels.length > 0,
          isHidden: !owner.visibility.sportsInterest,
          href: undefined,
          // The list of channels to follow is a page of Members.
          addHref: owner.hasChannels ? undefined : '/community',
          prompt: profileText.prompts.communities,
          add: profileText.add.communities,
        }
      }
      items={channels}
      list={(shown) => <ChannelList label={titles.communities} channels={shown} />}
    />
  );
}

/** Source: PRO-024, PRO-032. */
function ChannelList({ label, channels }: { label: string; channels: readonly ProfileChannel[] }) {
  return (
    <RowList plain label={label}>
      {channels.map(({ id, name, logoImage, sportName, totalRating }) => (
        <ListRow
          key={id}
          leading={<ChannelLogo id={id} name={name} src={logoImage} size="s" />}
          title={name}
          text={sportName}
          href={`/channels/${id}`}
          trailing={totalRating !== null && <RatingMark value={totalRating} />}
        />
      ))}
    </RowList>
  );
}

function ContactList({ contacts }: { contacts: readonly Contact[] }) {
  return (
    <ul className="profile__contacts" aria-label={titles.contacts}>
      {contacts.map(({ id, title, socialLink }) => (
        <li key={id}>
          <OutsideLink href={socialLink} title={title} />
        </li>
      ))}
    </ul>
  );
}

/** A link that a person wrote: only to the web, in a tab that learns nothing of this one. Source: PRO-018, D-80. */
export function OutsideLink({ href, title }: { href: string; title?: string }) {
  const address = webAddress(href);
  const inside = (
    <>
      <LinkIcon className="icon-s" />
      <span className="profile__link-words">
        {title !== undefined && <b>{title}</b>}
        <span>{address ? new URL(address).host + new URL(address).pathname.replace(/\/$/, '') : href}</span>
      </span>
    </>
  );
  if (address === undefined) return <span className="profile__link">{inside}</span>;
  return (
    <a className="profile__link" href={address} target="_blank" rel="noopener noreferrer nofollow">
      {inside}
      <ExternalIcon className="icon-s" />
      <span className="visually-hidden">{profileText.opensElsewhere}</span>
    </a>
  );
}
