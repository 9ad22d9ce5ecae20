import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { setLastRole } from '#contract/users.ts';
import { readPageText } from '#contract/pages.ts';
import { readPlans } from '#contract/storage.ts';
import type { Me, Role } from '#contract/rows.ts';
import { frameText } from '#contract/text/frame.ts';
import { menuText } from '#contract/text/frame-menu.ts';
import { PUBLIC_SITE } from '#contract/text/pages-names.ts';
import { helpText } from '#contract/text/pages-help.ts';
import { useFlag } from '../data/use-flag.ts';
import { Avatar } from '#ui/pictures/avatar.tsx';
import { ChannelLogo } from '#ui/pictures/channel-logo.tsx';
import { Button } from '#ui/buttons/button.tsx';
import {
  CardIcon,
  CheckIcon,
  CommunityIcon,
  ExploreIcon,
  ExternalIcon,
  HelpIcon,
  InfoIcon,
  InviteFriendIcon,
  InviteIcon,
  LegalIcon,
  LogOutIcon,
  NotificationsIcon,
  PhoneIcon,
  SettingsIcon,
  StorageIcon,
  SubscriptionsIcon,
  UniversityIcon,
  UploadIcon,
  WalletIcon,
} from '#ui/icons.ts';
import { DrawerGroup, DrawerItem, SideDrawer } from '#ui/overlays/side-drawer.tsx';
import { LazySheet } from '#ui/overlays/lazy-overlays.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import type { enterRole } from '../data/enter-role.ts';
import { scopeOf, useMe, useScope } from '../data/me.ts';
import { LogOutDialog } from './log-out-dialog.tsx';
import { InstallHelp } from '../device/install-help.tsx';
import { useAct } from '../data/use-act.ts';
import { useLive } from '../data/use-live.ts';
import { useAnswer } from '../data/use-answer.ts';
import { useApplyPage } from '../navigation/apply-page.ts';
import './menu-drawer.css';

const ROLES: readonly Role[] = ['learner', 'educator', 'organization'];
const ownsRole = (me: Me, role: Role): boolean =>
  ({ learner: me.isLearner, educator: me.isEducator, organization: me.isOrganization })[role];

/** The drawer behind Menu. Source: NAV-096…NAV-107, D-240, D-172. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const me = useMe();
  const [sheet, setSheet] = useState<'roles' | 'logOut' | 'install'>();
  const { answer: site } = useAnswer(readPageText, { name: PUBLIC_SITE }, { isPublic: true });
  const unsentCount = useLive((db) => db.outbox.where('state').anyOf('waiting', 'refused').count(), []) ?? 0;
  if (!me) return null;
  const show = (next: typeof sheet) => () => {
    onClose();
    setSheet(next);
  };
  return (
    <>
      <SideDrawer
        open={open}
        onClose={onClose}
        label={frameText.menu}
        head={<Head me={me} onRoles={show('roles')} onClose={onClose} />}
      >
        <OwnGroup me={me} unsentCount={unsentCount} onClose={onClose} onRoles={show('roles')} />
        <AppGroup siteUrl={site?.text} onClose={onClose} />
        <DrawerGroup>
          <DrawerItem icon={<PhoneIcon />} onClick={show('install')}>
            {menuText.addToMobile}
          </DrawerItem>
          <DrawerItem icon={<LogOutIcon />} onClick={show('logOut')}>
            {menuText.logOut}
          </DrawerItem>
        </DrawerGroup>
      </SideDrawer>
      <RolesSheet me={me} open={sheet === 'roles'} onClose={() => setSheet(undefined)} />
      <InstallHelp open={sheet === 'install'} onClose={() => setSheet(undefined)} />
      <LogOutDialog open={sheet === 'logOut'} onClose={() => setSheet(undefined)} />
    </>
  );
}

/**
 * Who acts: the person, or the organization that the person acts for. Picture and name lead to the own profile; the role opens
 * My Roles, where another role or organization is chosen.
 */
function Head({ me, onRoles, onClose }: { me: Me; onRoles: () => void; onClose: () => void }) {
  const name = `${me.firstName} ${me.lastName}`;
  const organization = me.lastLoginedRole === 'organization' ? me.organizations[0] : undefined;
  return (
    <div className="menu-drawer__head">
      <a className="menu-drawer__photo" href="/profile" aria-label={menuText.profile} onClick={onClose}>
        {organization ? (
          <Logo me={me} organization={organization} />
        ) : (
          <Avatar name={name} src={me.userPhoto} creator={me.lastLoginedRole === 'educator'} size="l" />
        )}
      </a>
      <div>
        <button type="button" className="menu-drawer__role" onClick={onRoles}>
          {menuText.roleNames[me.lastLoginedRole]}
        </button>
        <a className="menu-drawer__name" href="/profile" onClick={onClose}>
          {organization?.name ?? name}
        </a>
        {organization && <p className="menu-drawer__person">{name}</p>}
      </div>
    </div>
  );
}

/** The logo of the organization's profile on this device; its letters until the profile is there, or where it has none. */
function Logo({ me, organization: { id, name } }: { me: Me; organization: { id: string; name: string } }) {
  // oxlint-disable-next-line sideline/own-rows -- the letters are shown meanwhile
  const profile = useLive((db) => db.profiles.where('scope').equals(scopeOf(me)).first(), [id]);
  return <ChannelLogo id={id} name={name} src={profile?.logoImage} size="l" />;
}

interface OwnGroupProps {
  me: Me;
  unsentCount: number;
  onClose: () => void;
  onRoles: () => void;
}

/** Items about the person's own notifications, changes and roles. */
function OwnGroup({ me, unsentCount, onClose, onRoles }: OwnGroupProps) {
  return (
    <DrawerGroup>
      {me.lastLoginedRole === 'learner' && (
        <DrawerItem icon={<SubscriptionsIcon />} href="/learner-subscriptions" onClick={onClose}>
          {menuText.subscriptions}
        </DrawerItem>
      )}
      {me.lastLoginedRole === 'learner' && (
        <DrawerItem icon={<InviteFriendIcon />} href="/invite-friend" onClick={onClose}>
          {menuText.inviteFriend}
        </DrawerItem>
      )}
      {me.lastLoginedRole === 'organization' && (
        <DrawerItem icon={<CommunityIcon />} href="/admins-management" onClick={onClose}>
          {menuText.adminManagement}
        </DrawerItem>
      )}
      {me.lastLoginedRole !== 'learner' && <StorageEntry onClose={onClose} />}
      {me.lastLoginedRole !== 'learner' && (
        <DrawerItem icon={<InviteIcon />} href="/invite-your-community" onClick={onClose}>
          {menuText.inviteCommunity}
        </DrawerItem>
      )}
      {me.lastLoginedRole === 'educator' && (
        <DrawerItem icon={<SubscriptionsIcon />} disabled>
          {menuText.subscriptionsSoon}
        </DrawerItem>
      )}
      {me.lastLoginedRole !== 'learner' && (
        <DrawerItem icon={<WalletIcon />} href="/educator-wallet" onClick={onClose}>
          {menuText.wallet}
        </DrawerItem>
      )}
      {me.lastLoginedRole === 'educator' && (
        <DrawerItem icon={<UniversityIcon />} href="/university" onClick={onClose}>
          {helpText.university}
        </DrawerItem>
      )}
      <DrawerItem icon={<NotificationsIcon />} href="/notifications" onClick={onClose}>
        {menuText.notifications}
      </DrawerItem>
      <DrawerItem
        icon={<UploadIcon />}
        href="/outbox"
        onClick={onClose}
        trailing={unsentCount > 0 ? unsentCount : undefined}
      >
        {menuText.outbox}
      </DrawerItem>
      <DrawerItem icon={<CommunityIcon />} onClick={onRoles}>
        {menuText.myRoles}
      </DrawerItem>
      <DrawerItem icon={<ExploreIcon />} href="/explore" onClick={onClose}>
        {frameText.explore}
      </DrawerItem>
      <DrawerItem icon={<CardIcon />} href="/payment-methods" onClick={onClose}>
        {menuText.paymentMethods}
      </DrawerItem>
    </DrawerGroup>
  );
}

/** Also while the plans are hidden from everybody else, who pays for one finds it. Source: STO-008, STO-009, decision 0131. */
function StorageEntry({ onClose }: { onClose: () => void }) {
  const isAvailable = useFlag('StoragePlans');
  const { answer: plans } = useAnswer(readPlans, {}, { scope: useScope(), isEnabled: !isAvailable });
  if (!isAvailable && !plans?.plan.index) return null;
  return (
    <DrawerItem icon={<StorageIcon />} href="/storage-plan-access-fees" onClick={onClose}>
      {menuText.storagePlans}
    </DrawerItem>
  );
}

/**
 * Items about the app: help, settings, about, legal.
 *
 * @param siteUrl Undefined until the server has said it. The item keeps its place meanwhile: one that came late would move the items
 *   below it under a finger that is about to press them.
 */
function AppGroup({ siteUrl, onClose }: { siteUrl: string | undefined; onClose: () => void }) {
  return (
    <DrawerGroup>
      <DrawerItem icon={<HelpIcon />} href="/help-support" onClick={onClose}>
        {helpText.title}
      </DrawerItem>
      <DrawerItem icon={<SettingsIcon />} href="/account-setting" onClick={onClose}>
        {menuText.accountSettings}
      </DrawerItem>
      <DrawerItem
        icon={<InfoIcon />}
        href={siteUrl}
        disabled={siteUrl === undefined}
        external
        onClick={onClose}
        trailing={<ExternalIcon className="icon-s" aria-hidden="true" />}
      >
        {menuText.about}
      </DrawerItem>
      <DrawerItem icon={<LegalIcon />} href="/legal" onClick={onClose}>
        {menuText.legal}
      </DrawerItem>
    </DrawerGroup>
  );
}

const SOON_ID = 'applications-soon';

/** Loaded with the first time in a role: most switches do not need it. */
const enter: typeof enterRole = async (...of) => (await import('../data/enter-role.ts')).enterRole(...of);

/** One row for a role; of several organizations one for each, the one in use first. Source: decision 0093. */
const choicesOf = (me: Me, role: Role): readonly { id?: string; name?: string }[] =>
  role === 'organization' && me.organizations.length > 1 ? me.organizations : [{}];

/**
 * My Roles: the current role is ticked; a role not owned can be applied for, Creator and Organization once this build has
 * the pages of their applications. Source: NAV-108…NAV-114.
 */
function RolesSheet({ me, open, onClose }: { me: Me; open: boolean; onClose: () => void }) {
  const act = useAct();
  const navigate = useNavigate();
  const applyPage = useApplyPage();
  const choose = async (role: Role, actFor?: string) => {
    onClose();
    const options = { scope: me.scope };
    const isOther = actFor !== undefined && actFor !== me.organizations[0]?.id;
    if (role !== me.lastLoginedRole || isOther)
      await act(setLastRole, { lastLoginedRole: role, ...(isOther && { actFor }) }, options);
    // The row knows of a first time only for the organization in use.
    const isFirst =
      !isOther && me.firstTimeLogin[role] && (await enter(me, role, (call, input) => act(call, input, options)));
    await navigate({ to: isFirst ? '/welcome-page' : '/dashboard' });
  };
  const shown = ROLES.filter((role) => role !== 'educator' || me.isEducatorRoleAvailable);
  return (
    <LazySheet open={open} onClose={onClose} title={menuText.myRoles}>
      <RowList label={menuText.myRoles}>
        {shown.flatMap((role) =>
          ownsRole(me, role)
            ? choicesOf(me, role).map(({ id, name }, at) => (
                <ListRow
                  key={id ?? role}
                  title={menuText.roleNames[role]}
                  text={name}
                  trailing={
                    role === me.lastLoginedRole && at === 0 ? <CheckIcon aria-label={menuText.inUse} /> : undefined
                  }
                  onOpen={() => void choose(role, id)}
                />
              ))
            : [<ApplyRow key={role} role={role} href={applyPage(role)} />],
        )}
      </RowList>
      {shown.some((role) => !ownsRole(me, role) && !applyPage(role)) && (
        <p id={SOON_ID} className="menu-drawer__soon">
          {menuText.applySoon}
        </p>
      )}
    </LazySheet>
  );
}

function ApplyRow({ role, href }: { role: Role; href: string | undefined }) {
  return (
    <ListRow
      title={menuText.roleNames[role]}
      trailing={
        <Button size="m" variant="ghost" href={href} disabled={!href} aria-describedby={href ? undefined : SOON_ID}>
          {menuText.applyAs[role]}
        </Button>
      }
    />
  );
}
