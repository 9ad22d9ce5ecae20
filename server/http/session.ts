import { SignJWT, errors, jwtVerify } from 'jose';
import { ACCESS_TOKEN_LIFE_MS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';

export interface AccessClaims {
  sessionId: string;
  userId: string;
}

const VERIFIED_MAX = 5_000;

export interface AccessTokens {
  /** A signed token for 15 minutes. */
  sign(claims: AccessClaims, now: Date): Promise<string>;
  /** @throws Problem `session.missing` for what is no token of ours, `session.over` for an old one. */
  verify(token: string, now: Date): Promise<AccessClaims>;
}

/**
 * Access tokens: JWT with HMAC-SHA256, 15 minutes. A verified token is remembered until it expires, because the same
 * one comes with every request of a client; whether the session still lives is asked of the database every time.
 *
 * Source: D-58.
 */
export const createAccessTokens = (secret: string): AccessTokens => {
  const key = new TextEncoder().encode(`access:${secret}`);
  const verified = new Map<string, AccessClaims & { expiresAtMs: number }>();
  return {
    sign: ({ sessionId, userId }, now) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + ACCESS_TOKEN_LIFE_MS))
        .sign(key),
    async verify(token, now) {
      const known = verified.get(token);
      if (known && known.expiresAtMs > now.getTime()) return known;
      verified.delete(token);
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now });
        const claims = {
          sessionId: String(payload['sid']),
          userId: String(payload.sub),
          expiresAtMs: (payload.exp ?? 0) * 1000,
        };
        if (verified.size >= VERIFIED_MAX) verified.clear();
        verified.set(token, claims);
        return claims;
      } catch (cause) {
        throw new Problem(cause instanceof errors.JWTExpired ? 'session.over' : 'session.missing', {}, { cause });
      }
    },
  };
};

const SESSION_COLUMNS = `s.id as "sessionId", u.id as "userId", u.profile_id as "profileId", u.scope, u.is_learner as "isLearner",
  u.is_educator as "isEducator", u.is_organization as "isOrganization", u.is_superadmin as "isSuperadmin",
  u.is_registration_complete as "isRegistrationComplete", u.last_role as "lastRole",
  array(select 'org:' || a.organization_id::text from organization_admins a join organizations o on o.id = a.organization_id
    where a.user_id = u.id and o.status = 'approved') as "organizationScopes"`;

/**
 * The statement that checks a session: `$1` the person, `$2` the scope, `$3` the session. Facts become the columns
 * `fact_0…`, and a body, if any, the column `body`.
 */
export const sessionStatement = (facts: readonly string[], body?: string): string =>
  [
    `select ${SESSION_COLUMNS}`,
    ...facts.map((fact, index) => `(${fact}) as fact_${index}`),
    ...(body ? [`(${body})::text as body`] : []),
  ].join(', ') +
  ` from sessions s join users u on u.id = s.user_id
    where s.id = $3::uuid and u.id = $1::uuid and s.revoked_at is null and s.expires_at > now() and not u.is_suspended and $2::text is not null`;
