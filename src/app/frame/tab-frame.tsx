// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { useState, type MouseEvent } from 'react';
import { Outlet, useRouterState } from '@tanstack/react-router';
import type { Me } from '#contract/rows.ts';
import { frameText } from '#contract/text/frame.ts';
import { ChannelIcon, CommunityIcon, DashboardIcon, ExploreIcon, HomeIcon, LibraryIcon, MenuIcon } from '#ui/icons.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { TabBar, type TabBarItem } from '#ui/frame/tab-bar.tsx';
import { useMe } from '../data/me.ts';
import { useLive } from '../data/use-live.ts';
import { useUploadJobCount } from '../data/upload-jobs.ts';
import { tabOf } from '../navigation/route-map.ts';
import { ReachBanner } from './reach-banner.tsx';

const MenuDrawer = lazyOverlay(async () => (await import('./menu-drawer.tsx')).MenuDrawer);

interface Place {
  href: string;
  label: string;
  icon: React.ReactNode;
}

const EXPLORE: Place = { href: '/explore', label: frameText.explore, icon: <ExploreIcon /> };
const MEMBER_PLACES: readonly Place[] = [
  { href: '/home', label: frameText.home, icon: <HomeIcon /> },
  EXPLORE,
  { href: '/community', label: frameText.community, icon: <CommunityIcon /> },
];
const CREATOR_PLACES: readonly Place[] = [
  { href: '/channels', label: frameText.channels, icon: <ChannelIcon /> },
  { href: '/library', label: frameText.library, icon: <LibraryIcon /> },
  EXPLORE,
  { href: '/dashboard/educator', label: frameText.dashboard, icon: <DashboardIcon /> },
];

const placesOf = (me: Me | undefined): readonly Place[] =>
  me === undefined ? [] : me.lastLoginedRole === 'learner' ? MEMBER_PLACES : CREATOR_PLACES;

/** A tap on the lit tab's own page: to its top. From an inner page the link leads to the tab's page. */
const toTop = (event: MouseEvent): void => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
};

/** Browsing pages: the page, the offline banner, the tab bar of the role, and the drawer behind Menu. */
export function TabFrame() {
  const me = useMe();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [isMenuOpen, setMenuOpen] = useState(false);
  const waiting = useLive((db) => db.outbox.where('state').anyOf('waiting', 'refused').count(), []) ?? 0;
  const uploads = useUploadJobCount() ?? 0;
  const places = placesOf(me);
  const lit = tabOf(
    path,
    places.map(({ href }) => href),
  );
  const items: TabBarItem[] = places.map((place) => ({
    ...place,
    current: path === place.href ? 'page' : place.href === lit,
    onClick: path === place.href ? toTop : undefined,
    count: place.href === '/library' ? uploads : 0,
  }));
  const menu: TabBarItem = {
    label: frameText.menu,
    icon: <MenuIcon />,
    onClick: () => setMenuOpen(true),
    // Not before the role is known: its tabs are drawn then.
    current: me !== undefined && lit === 'menu',
    expanded: isMenuOpen,
    count: waiting,
  };
  return (
    <div className="column">
      <ReachBanner />
      <Outlet />
      <TabBar items={[...items, menu]} />
      <MenuDrawer open={isMenuOpen} onClose={() => setMenuOpen(false)} />
    </div>
  );
}
