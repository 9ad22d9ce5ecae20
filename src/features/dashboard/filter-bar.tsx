import { dashboardText as text } from '#contract/text/dashboard.ts';
import { ChannelLogo } from '#ui/pictures/channel-logo.tsx';
import { ChannelIcon, ExpandIcon } from '#ui/icons.ts';
import type { DashboardTarget } from './use-target.ts';

/** What the page is about, and the way to another target. Source: DAS-001. */
export function FilterBar({ target }: { target: DashboardTarget }) {
  return (
    <a className="card dashboard__filter" href="/dashboard/educator/select-target">
      {target.id === undefined ? (
        <span className="dashboard__all">
          <ChannelIcon />
        </span>
      ) : (
        <ChannelLogo size="xs" id={target.id} name={target.name} src={target.logoImage} sport={target.sportId} />
      )}
      <span className="dashboard__target">
        <span className="t-strong">{target.name}</span>
        <span className="t-small t-2">
          {target.type === 'playlist' && target.channel
            ? text.playlistOf(target.channel.name)
            : target.type === 'all'
              ? text.allChannelsHelp
              : text.kinds[target.type]}
        </span>
      </span>
      <span className="dashboard__change">
        {text.changeFilter}
        <ExpandIcon className="icon-s" aria-hidden="true" />
      </span>
    </a>
  );
}
