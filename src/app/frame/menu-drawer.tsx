import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { setEducator, setLastRole, setLearner } from '#contract/users.ts';
import { readPageText } from '#contract/pages.ts';
import type { Me, Role } from '#contract/rows.ts';
import { frameText } from '#contract/text/frame.ts';
import { helpText, PUBLIC_SITE } from '#contract/text/pages-help.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import {
  CheckIcon,
  CommunityIcon,
  ExternalIcon,
  HelpIcon,
  InfoIcon,
  LegalIcon,
  LogOutIcon,
  NotificationsIcon,
  PhoneIcon,
  SettingsIcon,
  SubscriptionsIcon,
  UniversityIcon,
  UploadIcon,
} from '#ui/icons.ts';
import { DrawerGroup, DrawerItem, SideDrawer } from '#ui/side-drawer.tsx';
import { LazySheet } from '#ui/lazy-overlays.tsx';
import { RowList } from '#ui/row-list.tsx';
import { ListRow } from '#ui/list-row.tsx';
import { useMe } from '../data/me.ts';
import { LogOutDialog } from './log-out-dialog.tsx';
import { InstallHelp } from '../device/install-help.tsx';
import { useAct } from '../data/use-act.ts';
import { useLive } from '../data/use-live.ts';
import { useAnswer } from '../data/use-answer.ts';
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
      <SideDrawer open={open} onClose={onClose} label={frameText.menu} head={<Head me={me} onRoles={show('roles')} />}>
        <OwnGroup me={me} unsentCount={unsentCount} onClose={onClose} onRoles={show('roles')} />
        <AppGroup siteUrl={site?.text} onClose={onClose} />
        <DrawerGroup>
          <DrawerItem icon={<PhoneIcon />} onClick={show('install')}>
            {frameText.addToMobile}
          </DrawerItem>
          <DrawerItem icon={<LogOutIcon />} onClick={show('logOut')}>
            {frameText.logOut}
          </DrawerItem>
        </DrawerGroup>
      </SideDrawer>
      <RolesSheet me={me} open={sheet === 'roles'} onClose={() => setSheet(undefined)} />
      <InstallHelp open={sheet === 'install'} onClose={() => setSheet(undefined)} />
      <LogOutDialog open={sheet === 'logOut'} onClose={() => setSheet(undefined)} />
    </>
  );
}

/** The person and the button that opens My Roles. */
function Head({ me, onRoles }: { me: Me; onRoles: () => void }) {
  const name = `${me.firstName} ${me.lastName}`;
  return (
    <div className="menu-drawer__head">
      <Avatar name={name} src={me.userPhoto} creator={me.lastLoginedRole === 'educator'} size="l" />
      <div>
        <button type="button" className="menu-drawer__role" onClick={onRoles}>
          {frameText.roleNames[me.lastLoginedRole]}
        </button>
        <p className="menu-drawer__name">{name}</p>
      </div>
    </div>
  );
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
      {me.lastLoginedRole === 'educator' && (
        <DrawerItem icon={<SubscriptionsIcon />} disabled>
          {frameText.subscriptionsSoon}
        </DrawerItem>
      )}
      {me.lastLoginedRole === 'educator' && (
        <DrawerItem icon={<UniversityIcon />} href="/university" onClick={onClose}>
          {helpText.university}
        </DrawerItem>
      )}
      <DrawerItem icon={<NotificationsIcon />} href="/notifications" onClick={onClose}>
        {frameText.notifications}
      </DrawerItem>
      <DrawerItem
        icon={<UploadIcon />}
        href="/outbox"
        onClick={onClose}
        trailing={unsentCount > 0 ? unsentCount : undefined}
      >
        {frameText.outbox}
      </DrawerItem>
      <DrawerItem icon={<CommunityIcon />} onClick={onRoles}>
        {frameText.myRoles}
      </DrawerItem>
    </DrawerGroup>
  );
}

/** Items about the app: help, settings, about, legal. */
function AppGroup({ siteUrl, onClose }: { siteUrl: string | undefined; onClose: () => void }) {
  return (
    <DrawerGroup>
      <DrawerItem icon={<HelpIcon />} href="/help-support" onClick={onClose}>
        {helpText.title}
      </DrawerItem>
      <DrawerItem icon={<SettingsIcon />} href="/notification-settings" onClick={onClose}>
        {frameText.notificationSettings}
      </DrawerItem>
      {siteUrl !== undefined && (
        <DrawerItem
          icon={<InfoIcon />}
          href={siteUrl}
          external
          onClick={onClose}
          trailing={<ExternalIcon className="icon-s" aria-hidden="true" />}
        >
          {frameText.about}
        </DrawerItem>
      )}
      <DrawerItem icon={<LegalIcon />} href="/legal" onClick={onClose}>
        {frameText.legal}
      </DrawerItem>
    </DrawerGroup>
  );
}

const SOON_ID = 'applications-soon';

/**
 * My Roles: the current role is ticked; a role not owned can be applied for, Creator and Organization once their
 * applications are open. Source: NAV-108…NAV-114.
 */
function RolesSheet({ me, open, onClose }: { me: Me; open: boolean; onClose: () => void }) {
  const act = useAct();
  const navigate = useNavigate();
  const choose = async (role: Role) => {
    onClose();
    const options = { scope: me.scope };
    if (role !== me.lastLoginedRole) await act(setLastRole, { lastLoginedRole: role }, options);
    const isFirst = me.firstTimeLogin[role];
    if (isFirst && role === 'learner' && me.learnerId)
      await act(setLearner, { id: me.learnerId, firstTimeLogin: false }, options);
    else if (isFirst && role === 'educator' && me.educatorId)
      await act(setEducator, { educatorId: me.educatorId, firstTimeLogin: false }, options);
    await navigate({ to: isFirst && role !== 'organization' ? '/welcome-page' : '/dashboard' });
  };
  const shown = ROLES.filter((role) => role !== 'educator' || me.isEducatorRoleAvailable);
  return (
    <LazySheet open={open} onClose={onClose} title={frameText.myRoles}>
      <RowList label={frameText.myRoles}>
        {shown.map((role) =>
          ownsRole(me, role) ? (
            <ListRow
              key={role}
              title={frameText.roleNames[role]}
              trailing={role === me.lastLoginedRole ? <CheckIcon aria-label={frameText.inUse} /> : undefined}
              onOpen={() => void choose(role)}
            />
          ) : (
            <ApplyRow key={role} role={role} />
          ),
        )}
      </RowList>
      {shown.some((role) => role !== 'learner' && !ownsRole(me, role)) && (
        <p id={SOON_ID} className="menu-drawer__soon">
          {frameText.applySoon}
        </p>
      )}
    </LazySheet>
  );
}

function ApplyRow({ role }: { role: Role }) {
  const isOpen = role === 'learner';
  return (
    <ListRow
      title={frameText.roleNames[role]}
      trailing={
        <Button
          size="m"
          variant="ghost"
          href={isOpen ? '/learner/invite-code' : undefined}
          disabled={!isOpen}
          aria-describedby={isOpen ? undefined : SOON_ID}
        >
          {frameText.applyAs[role]}
        </Button>
      }
    />
  );
}
