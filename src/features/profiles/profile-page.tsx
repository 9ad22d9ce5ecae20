import type { ReactNode } from 'react';
import type { ProfileSection } from '#contract/profiles-sections.ts';
import { profileText } from '#contract/text/profiles.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Avatar } from '#ui/pictures/avatar.tsx';
import { ChannelLogo } from '#ui/pictures/channel-logo.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { Dot } from '#ui/tiles/dot.tsx';
import { Facts } from '#ui/tiles/facts.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { EditIcon, ForwardIcon } from '#ui/icons.ts';
import { LaneBar } from '#ui/charts/lane-bar.tsx';
import { QueueBadge } from '#ui/tiles/queue-badge.tsx';
import { formatDay } from '#app/format/format.ts';
import { useScrolled } from '#app/frame/use-scrolled.ts';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { editRouteOf } from './edit-routes.ts';
import { PersonMenu } from './person-menu.tsx';
import { OutsideLink, ProfileSections } from './profile-sections.tsx';
import { firstMissing, placeText, type OwnerView, type ProfileView } from './profile-view.ts';
import './profile.css';

/** Scrolled this far, px, the name has left the screen and the bar shows it. */
const NAME_GONE_PX = 260;

interface ProfileFrameProps {
  /** Undefined while it is read. */
  name: string | undefined;
  children: ReactNode;
}

/** The page around a profile, also while it is read and when it cannot be. */
export function ProfileFrame({ name, children }: ProfileFrameProps) {
  usePageTitle(name ?? profileText.title);
  const isScrolled = useScrolled(NAME_GONE_PX);
  return (
    <>
      {name === undefined ? (
        <AppBar title={profileText.title} back={goBack} />
      ) : (
        <AppBar clear compact={isScrolled} heading={false} title={name} back={goBack} />
      )}
      <main id="main" className={name === undefined ? 'page' : 'page profile'}>
        {children}
      </main>
    </>
  );
}

interface ProfileBodyProps {
  view: ProfileView;
  /** The owner's pictures that are not sent yet. */
  photo?: string | undefined;
  banner?: string | undefined;
  /** A change of the owner waits to be sent. */
  isWaiting?: boolean;
  /** The age of what is shown. */
  age?: ReactNode;
}

/** A profile, of a person or an organization, for its owner or a visitor. Source: PRO-001 to PRO-019. */
export function ProfileBody({ view, photo, banner, isWaiting = false, age }: ProfileBodyProps) {
  const { page, owner } = view;
  const editHref = owner && editRouteOf('photo', owner);
  const editTitle = page.isOrganization ? profileText.sections.organizationInfo : profileText.sections.personalInfo;
  const webSite = page.organization?.webSite;
  const picture = photo ?? page.photo;
  return (
    <>
      <header className="profile__head">
        <Cover id={page.profileId} src={banner ?? page.bannerImage} shape="channel" eager />
        {editHref !== undefined && (
          <IconButton
            className="profile__edit"
            look="shade"
            label={profileText.edit(editTitle)}
            icon={<EditIcon className="icon-s" />}
            href={editHref}
          />
        )}
        {/* An operator suspends people; what an organization publishes is reported itself. */}
        {!page.isOwner && !page.isOrganization && <PersonMenu page={page} />}
        {page.isOrganization ? (
          <ChannelLogo className="profile__photo" id={page.userId} name={page.name} src={picture} size="l" />
        ) : (
          <Avatar
            className="profile__photo"
            id={page.userId}
            name={page.name}
            src={picture}
            size="xl"
            creator={page.isEducator}
          />
        )}
        <h1>{page.name}</h1>
        {page.username !== null && <p className="profile__username">@{page.username}</p>}
        {!page.isOrganization && <PersonalLine view={view} />}
        {webSite && <OutsideLink href={webSite} />}
        {isWaiting && <QueueBadge />}
      </header>
      {age}
      {owner && <Completeness owner={owner} />}
      <ProfileSections view={view} />
    </>
  );
}

/** Gender, date of birth and location, as far as shown. Source: PRO-005. */
function PersonalLine({ view: { page, owner } }: { view: ProfileView }) {
  const { genderChoice, gender, dateOfBirth, city, state, country } = page.personal ?? {};
  const word =
    genderChoice === 'user_specified'
      ? gender
      : genderChoice && genderChoice !== 'prefer_not_to_say'
        ? profileText.genders[genderChoice]
        : null;
  const facts = [word, dateOfBirth && formatDay(dateOfBirth), placeText(city, state, country)].filter(Boolean);
  const flags = owner?.visibility;
  const isHidden = flags && !flags.gender && !flags.dateOfBirth && !flags.location;
  const dot = owner?.sections.personalLine && <Dot kind={isHidden ? 'private' : 'complete'} />;
  if (facts.length === 0 && !dot) return null;
  return (
    <div className="profile__line">
      <Facts facts={facts} />
      {dot}
    </div>
  );
}

/** How much of the own profile is filled in, and the way to what is missing. Source: PRO-039, PRO-040, PRO-041. */
function Completeness({ owner }: { owner: OwnerView }) {
  if (owner.percent >= 100) return null;
  const missing = firstMissing(owner, (section) => editRouteOf(section, owner));
  return (
    <section className="board on-board profile__completeness">
      <p>{profileText.complete(owner.percent)}</p>
      {missing && (
        <a className="more-link" href={missing.href}>
          {addText(missing.section, owner)}
          <ForwardIcon className="icon-s" />
        </a>
      )}
      <LaneBar label={profileText.completeness} kind="meter" value={owner.percent} />
    </section>
  );
}

const addText = (section: ProfileSection, { isOrganization }: OwnerView): string =>
  profileText.add[section === 'photo' && isOrganization ? 'logo' : section];
