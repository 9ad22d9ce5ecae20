import {
  BadgeCheck,
  Info,
  LifeBuoy,
  LogOut,
  Megaphone,
  Scale,
  Settings,
  Smartphone,
  Ticket,
  Wallet,
} from 'lucide-react';
import { DrawerGroup, DrawerItem, SideDrawer } from '#ui/overlays/side-drawer.tsx';

/** The menu at the side, with items of each kind. */
export function DevDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <SideDrawer
      open={open}
      onClose={onClose}
      label="Menu"
      head={
        <>
          <p className="t-h2">Maya Okafor</p>
          <p>
            Creator <BadgeCheck className="icon-s" aria-label="Creator" />
          </p>
        </>
      }
    >
      <nav aria-label="Menu">
        <DrawerGroup>
          <DrawerItem icon={<Megaphone />} href="#invite">
            Invite Your Community
          </DrawerItem>
          <DrawerItem icon={<Ticket />} disabled trailing="Coming Soon">
            Subscriptions
          </DrawerItem>
          <DrawerItem icon={<Wallet />} href="#wallet" trailing={<span className="num t-2">$128.40</span>}>
            Sideline Wallet
          </DrawerItem>
        </DrawerGroup>
        <DrawerGroup>
          <DrawerItem icon={<LifeBuoy />} href="#help">
            Help &amp; Support
          </DrawerItem>
          <DrawerItem icon={<Settings />} href="#settings">
            Account Settings
          </DrawerItem>
          <DrawerItem icon={<Info />} href="https://about.example" external>
            About
          </DrawerItem>
          <DrawerItem icon={<Scale />} href="#legal">
            Legal
          </DrawerItem>
        </DrawerGroup>
        <DrawerGroup>
          <DrawerItem icon={<Smartphone />} onClick={onClose}>
            Add to Mobile
          </DrawerItem>
          <DrawerItem icon={<LogOut />} onClick={onClose}>
            Log Out
          </DrawerItem>
        </DrawerGroup>
      </nav>
    </SideDrawer>
  );
}
