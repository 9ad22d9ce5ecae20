import { createFileRoute } from '@tanstack/react-router';
import { GuardianConsentPage } from '#features/account/guardian/consent-page.tsx';

// Open to everybody: a guardian has no account, or is signed in on this device.
export const Route = createFileRoute('/guardian-consent')({ component: GuardianConsentPage });
