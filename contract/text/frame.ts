/** Words of the app's frame: bars, drawer, guards, offline. Source: D-342, design §5, design §6. */
export const frameText = {
  tagline: 'Learn. Connect. Play.',
  home: 'Home',
  explore: 'Explore',
  community: 'Community',
  menu: 'Menu',
  channels: 'Channels',
  library: 'Library',
  dashboard: 'Dashboard',
  /** T-28, while an upload goes on. */
  backOnline: 'You are online again. Your uploads continue.',
  backOnlineAlone: 'You are online again.',
  backInReach: 'Sideline can be reached again.',
  /** The one sentence about the network, on every page. T-54, and its like for a server that does not answer; decision 0112. */
  banner: {
    offline: {
      whenClosed: 'You are offline. Changes are saved and sent later.',
      whileOpen: 'You are offline. Changes are saved and sent while Sideline is open.',
    },
    unreachable: {
      whenClosed: 'Sideline cannot be reached right now. Changes are saved and sent later.',
      whileOpen: 'Sideline cannot be reached right now. Changes are saved and sent while Sideline is open.',
    },
    failing: {
      whenClosed: 'Something is wrong on our side. Changes are saved and sent later.',
      whileOpen: 'Something is wrong on our side. Changes are saved and sent while Sideline is open.',
    },
    portal: {
      whenClosed: 'This network asks you to sign in first. Changes are saved and sent later.',
      whileOpen: 'This network asks you to sign in first. Changes are saved and sent while Sideline is open.',
    },
  },
  needsSignIn: 'Your session is over. Sign in again; what you did here is kept.',
  updateReady: 'A new version is available.',
  update: 'Update',
  later: 'Later',
  /** The browser does not say who holds the storage: mostly another tab, which a reload of this one does not end. */
  storageBlocked:
    'What is stored on this device cannot be read right now. Close the other tabs of Sideline and reload this page. If there are none, close the browser and open it again.',
  storageLost: 'The storage of this device stopped answering. Please reload the page.',
  storageFull: 'This device has no room left. Free some space so that nothing is lost.',
  storageCleared: (changes: number, uploads: number) =>
    `Your browser cleared what Sideline kept on this device. Not sent before: ${[changes > 0 ? `${changes} ${changes === 1 ? 'change' : 'changes'}` : '', uploads > 0 ? `${uploads} ${uploads === 1 ? 'upload' : 'uploads'}` : ''].filter(Boolean).join(' and ')}. Everything else comes back by itself.`,
} as const;
