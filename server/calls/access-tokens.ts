import { SignJWT, errors, jwtVerify } from 'jose';
import { ACCESS_TOKEN_LIFE_MS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';

/** Who a token was made for. */
export interface AccessClaims {
  sessionId: string;
  userId: string;
}

/** Size of the cache of verified tokens; a full cache is emptied. */
const VERIFIED_MAX = 5_000;

export interface AccessTokens {
  /** A signed token for 15 minutes. */
  sign(claims: AccessClaims, now: Date): Promise<string>;
  /** @throws Problem `session.missing` for a token that this server did not sign, `session.over` for an expired one. */
  verify(token: string, now: Date): Promise<AccessClaims>;
}

/**
 * Access tokens: JWT with HMAC-SHA256, valid for 15 minutes. A verified token is cached until it expires, because a
 * client sends the same one with every request. Whether the session is still open is checked in the database each time.
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
      const cached = verified.get(token);
      if (cached && cached.expiresAtMs > now.getTime()) return cached;
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
