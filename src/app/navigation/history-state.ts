import type {} from '@tanstack/history';
import type { OutputOf } from '#contract/call.ts';
import type { Subscription } from '#contract/rows.ts';
import type { checkInviteCode } from '#contract/invites.ts';
import type { Sport } from '#contract/sports.ts';

/** What an entry of the history carries; it survives a reload. Source: D-277. */
declare module '@tanstack/history' {
  interface HistoryState {
    /** Step of the sign-up wizard, from 0. */
    signUpStep?: number;
    /** Where the code of a password reset went. */
    resetDestination?: string;
    /** Allows one new password. */
    resetToken?: string;
    /** The sport that is being joined. */
    sport?: Sport;
    /** An invitation code that was redeemed. */
    redeemed?: OutputOf<typeof checkInviteCode>;
    /** Steps made in the queue of the watch page. */
    from?: number;
    /** What has begun, for the welcome page of a role. */
    started?: { sportName: string; subscriptionType: Subscription['subscriptionType'] };
  }
}
