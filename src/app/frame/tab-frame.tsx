// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { useState } from 'react';
import { Outlet, useRouterState } from '@tanstack/react-router';
import type { Me } from '#contract/rows.ts';
import { frameText } from '#contract/text/frame.ts';
import { ChannelIcon, CommunityIcon, HomeIcon, LibraryIcon, MenuIcon } from '#ui/icons.ts';
import { OfflineBanner } from '#ui/offline-banner.tsx';
import { lazyOverlay } from '#ui/lazy-overlay.tsx';
import { TabBar, type TabBarItem } from '#ui/tab-bar.tsx';
import { useMe } from '../data/me.ts';
import { useLive } from '../data/use-live.ts';
import { useOnline } from '../device/traffic.ts';
import { useUploadJobCount } from '../data/upload-jobs.ts';

const MenuDrawer = lazyOverlay(async () => (await import('./menu-drawer.tsx')).MenuDrawer);

interface Place {
  href: string;
  label: string;
  icon: React.ReactNode;
}

const MEMBER_PLACES: readonly Place[] = [
  { href: '/home', label: frameText.home, icon: <HomeIcon /> },
  { href: '/community', label: frameText.community, icon: <CommunityIcon /> },
];
const CREATOR_PLACES: readonly Place[] = [
  { href: '/channels', label: frameText.channels, icon: <ChannelIcon /> },
  { href: '/library', label: frameText.library, icon: <LibraryIcon /> },
];

const placesOf = (me: Me | undefined): readonly Place[] =>
  me === undefined ? [] : me.lastLoginedRole === 'learner' ? MEMBER_PLACES : CREATOR_PLACES;

/** Browsing pages: the page, the offline banner, the tab bar of the role, and the drawer behind Menu. */
export function TabFrame() {
  const me = useMe();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isOnline = useOnline();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const waiting = useLive((db) => db.outbox.where('state').anyOf('waiting', 'refused').count(), []) ?? 0;
  const uploads = useUploadJobCount() ?? 0;
  const items: TabBarItem[] = placesOf(me).map((place) => ({
    ...place,
    active: path === place.href || path.startsWith(`${place.href}/`),
    count: place.href === '/library' ? uploads : 0,
  }));
  const menu: TabBarItem = {
    label: frameText.menu,
    icon: <MenuIcon />,
    onClick: () => setMenuOpen(true),
    expanded: isMenuOpen,
    count: waiting,
  };
  return (
    <div className="column">
      <OfflineBanner offline={!isOnline}>{frameText.offlineBanner}</OfflineBanner>
      <Outlet />
      <TabBar items={[...items, menu]} />
      <MenuDrawer open={isMenuOpen} onClose={() => setMenuOpen(false)} />
    </div>
  );
}
