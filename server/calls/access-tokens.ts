import { createHash } from 'node:crypto';
// Not the whole package, whose other 30 files would be loaded too.
import { JWTClaimValidationFailed, JWTExpired } from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { ACCESS_TOKEN_LIFE_MS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';

/** Who a token was made for. */
export interface AccessClaims {
  sessionId: string;
  userId: string;
}

/** Size of the cache of verified tokens; a full cache drops the oldest. */
const VERIFIED_MAX = 5_000;
/** Longer texts are no token of this server, characters. */
const TOKEN_MAX = 1_000;
const ISSUER = 'sideline';
const AUDIENCE = 'sideline-api';

export interface VerifiedClaims extends AccessClaims {
  expiresAtMs: number;
}

export interface AccessTokens {
  /** A signed token for 15 minutes. */
  sign(claims: AccessClaims, now: Date): Promise<string>;
  /** @throws Problem `session.missing` for a token that this server did not sign, `session.over` for an expired one. */
  verify(token: string, now: Date): Promise<VerifiedClaims>;
  /** The claims of a token that was verified before, without any work; undefined for every other. */
  recall(token: string, now: Date): VerifiedClaims | undefined;
}

/**
 * Access tokens: JWT with HMAC-SHA256, valid for 15 minutes. A verified token is cached until it expires, because a
 * client sends the same one with every request. Whether the session is still open is checked in the database each time.
 *
 * Source: D-58.
 */
export const createAccessTokens = (secret: string): AccessTokens => {
  const key = new TextEncoder().encode(`access:${secret}`);
  /** Names the key without telling it: a token of another secret is known at first sight. */
  const keyId = createHash('sha256').update(`access-key-id:${secret}`).digest('base64url').slice(0, 8);
  const verified = new Map<string, VerifiedClaims>();
  const recall = (token: string, now: Date) => {
    const cached = verified.get(token);
    return cached && cached.expiresAtMs > now.getTime() ? cached : undefined;
  };
  return {
    sign: ({ sessionId, userId }, now) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', kid: keyId })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + ACCESS_TOKEN_LIFE_MS))
        .sign(key),
    recall,
    async verify(token, now) {
      const cached = recall(token, now);
      if (cached) return cached;
      verified.delete(token);
      if (token.length > TOKEN_MAX) throw new Problem('session.missing');
      try {
        const { payload, protectedHeader } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now });
        // Servers of the version before sign without these, and both may answer one client while they are replaced.
        const isOurs =
          (payload.iss ?? ISSUER) === ISSUER &&
          (payload.aud ?? AUDIENCE) === AUDIENCE &&
          (protectedHeader.kid ?? keyId) === keyId;
        if (!isOurs) throw new JWTClaimValidationFailed('not for this server', payload);
        const claims = {
          sessionId: String(payload['sid']),
          userId: String(payload.sub),
          expiresAtMs: (payload.exp ?? 0) * 1000,
        };
        if (verified.size >= VERIFIED_MAX) verified.delete(verified.keys().next().value!);
        verified.set(token, claims);
        return claims;
      } catch (cause) {
        throw new Problem(cause instanceof JWTExpired ? 'session.over' : 'session.missing', {}, { cause });
      }
    },
  };
};
