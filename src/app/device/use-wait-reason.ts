import { commonText } from '#contract/text/common.ts';
import { useReach } from './traffic.ts';

/**
 * Why a button that needs the network cannot be used now; undefined while it can.
 *
 * @param offline The words for a device without a network.
 */
export const useWaitReason = (offline: string = commonText.connectFirst): string | undefined => {
  const reach = useReach();
  if (reach === 'online' || reach === 'failing') return undefined;
  return reach === 'offline' ? offline : commonText.cannotNow[reach];
};
