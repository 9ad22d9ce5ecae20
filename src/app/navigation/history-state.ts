import type {} from '@tanstack/history';
import type { OutputOf } from '#contract/call.ts';
import type { ApplicationResult } from '#contract/applications.ts';
import type { Subscription } from '#contract/rows.ts';
import type { checkInviteCode } from '#contract/invites.ts';
import type { Sport } from '#contract/sports.ts';

/** State of a history entry; survives a reload. Source: D-277. */
declare module '@tanstack/history' {
  interface HistoryState {
    /** Step of a wizard, counted from 0. */
    wizardStep?: number;
    /** Address or number that the code of a password reset was sent to. */
    resetDestination?: string;
    /** Authorizes setting one new password. */
    resetToken?: string;
    /** The sport that is being joined. */
    sport?: Sport;
    /** Kind of the sport that a Creator has applied for. */
    sportType?: Sport['sportType'];
    /** Points of the application that was just made. */
    result?: ApplicationResult;
    /** The redeemed invitation code. */
    redeemed?: OutputOf<typeof checkInviteCode>;
    /** The publication that was just made, for the page of its channel. */
    published?: string;
    /** Steps made in the queue of the watch page. */
    from?: number;
    /**
     * What the thank-you page is about, where it leads, and how many uploads waited for room. Source: STO-019, STO-020, decision
     * 0106.
     */
    thanks?: { kind: 'plan'; name: string; redirectTo: string; waiting?: number };
    /** The storage plan is cancelled because the account is deleted. Source: PRO-073. */
    deleteAccount?: boolean;
    /** What the dashboard is about. Source: DAS-008. */
    targetType?: 'channel' | 'playlist';
    targetId?: string;
    /** The subscription that has started, for the welcome page of a role. */
    started?: { sportName: string; subscriptionType: Subscription['subscriptionType'] };
  }
}
