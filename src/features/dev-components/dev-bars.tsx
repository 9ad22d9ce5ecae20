import { useState } from 'react';
import { AppBar, RootAppBar, SelectAppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { Dock } from '#ui/buttons/dock.tsx';
import { Fab } from '#ui/buttons/fab.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import {
  AddIcon,
  ChannelIcon,
  CommunityIcon,
  DashboardIcon,
  DeleteIcon,
  DownloadIcon,
  DuplicateIcon,
  ExploreIcon,
  HomeIcon,
  LibraryIcon,
  MenuIcon,
  MoreIcon,
  MoveIcon,
  ProfileIcon,
  SearchIcon,
} from '#ui/icons.ts';
import { SelectionBar } from '#ui/overlays/selection-bar.tsx';
import { Stepper } from '#ui/forms/stepper.tsx';
import { TabBar } from '#ui/frame/tab-bar.tsx';
import { TabPanel, Tabs } from '#ui/frame/tabs.tsx';
import { DevSection } from './dev-section.tsx';

const nothing = () => {};

/** App bars, tab bars, docks and other parts at the edges of a screen. */
export function DevBars({ theme }: { theme: string }) {
  return (
    <>
      <DevAppBars />
      <DevTabBars theme={theme} />
      <DevSection title="Tabs">
        <DevTabs theme={theme} />
      </DevSection>
      <DevEdges />
    </>
  );
}

function DevAppBars() {
  return (
    <DevSection title="App bars">
      <div className="dev-block">
        <RootAppBar title="Sideline, home" brand searchHref="#search" notificationsHref="#n" unread={3} />
      </div>
      <div className="dev-block">
        <RootAppBar title="Channels" searchHref="#search" notificationsHref="#n" unread={120} />
      </div>
      <div className="dev-block">
        <AppBar
          title="Notifications"
          back={nothing}
          actions={<IconButton label="Folder actions" icon={<MoreIcon />} />}
        />
      </div>
      <div className="dev-block">
        <AppBar title="A very long folder name that needs two lines in the bar" back="#back" />
      </div>
      <div className="dev-block">
        <SelectAppBar title="2 selected" onLeave={nothing} onSelectAll={nothing} />
      </div>
      <div className="dev-block">
        <AppBar
          clear
          back={nothing}
          actions={<IconButton look="shade" label="Search in Football" icon={<SearchIcon />} />}
        />
        <Cover id="a" sport="football" shape="channel" />
      </div>
    </DevSection>
  );
}

function DevTabBars({ theme }: { theme: string }) {
  return (
    <DevSection title="Tab bars">
      <div className="dev-block">
        <TabBar
          label={`Member ${theme}`}
          items={[
            { label: 'Home', icon: <HomeIcon />, href: '#home', current: 'page' },
            { label: 'Explore', icon: <ExploreIcon />, href: '#explore' },
            { label: 'Community', icon: <CommunityIcon />, href: '#community' },
            { label: 'Profile', icon: <ProfileIcon />, href: '#profile', count: 1 },
            { label: 'Menu', icon: <MenuIcon />, onClick: nothing },
          ]}
        />
      </div>
      <div className="dev-block">
        <TabBar
          label={`Creator ${theme}`}
          items={[
            { label: 'Channels', icon: <ChannelIcon />, href: '#channels' },
            {
              label: 'Library',
              icon: <LibraryIcon />,
              href: '#library',
              current: true,
              count: 3,
              countSpoken: '3 uploads waiting',
            },
            { label: 'Explore', icon: <ExploreIcon />, href: '#explore' },
            { label: 'Dashboard', icon: <DashboardIcon />, href: '#dashboard' },
            { label: 'Menu', icon: <MenuIcon />, onClick: nothing },
          ]}
        />
      </div>
    </DevSection>
  );
}

function DevEdges() {
  return (
    <DevSection title="Dock, stepper, selection">
      <Stepper current={2} total={5}>
        First Touch Lab
      </Stepper>
      <div className="dev-block">
        <Dock>
          <Button variant="outline">Back</Button>
          <Button>Next</Button>
        </Dock>
      </div>
      <div className="dev-block">
        <Dock help="Enter the six digits first.">
          <Button variant="outline">Back</Button>
          <Button disabled>Next</Button>
        </Dock>
      </div>
      <div className="dev-block">
        <Dock>
          <Button>Subscribe for $3.99 per month</Button>
        </Dock>
      </div>
      <div className="dev-block">
        <SelectionBar
          summary="2 selected · 216 MB"
          onSelectAll={nothing}
          onClear={nothing}
          actions={[
            {
              label: 'Channel',
              icon: <ChannelIcon />,
              onClick: nothing,
              disabled: true,
              reason: 'Add one item at a time',
            },
            { label: 'Move', icon: <MoveIcon />, onClick: nothing },
            { label: 'Duplicate', icon: <DuplicateIcon />, onClick: nothing },
            { label: 'Download', icon: <DownloadIcon />, onClick: nothing },
            { label: 'Delete', icon: <DeleteIcon />, onClick: nothing, danger: true },
          ]}
        />
      </div>
      <Fab icon={<AddIcon />} onClick={nothing}>
        Create Channel
      </Fab>
    </DevSection>
  );
}

function DevTabs({ theme }: { theme: string }) {
  const [tab, setTab] = useState<'content' | 'folders' | 'tags'>('content');
  const group = `dev-${theme}`;
  return (
    <div>
      <Tabs
        label="Library"
        group={group}
        selected={tab}
        onSelect={setTab}
        items={[
          { id: 'content', label: 'Content', count: 31 },
          { id: 'folders', label: 'Folders' },
          { id: 'tags', label: 'Tags' },
        ]}
      />
      <TabPanel group={group} id={tab}>
        The {tab} tab.
      </TabPanel>
    </div>
  );
}
