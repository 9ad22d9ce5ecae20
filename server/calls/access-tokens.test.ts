import { SignJWT, decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { createAccessTokens } from './access-tokens.ts';

const SECRET = 'q8Wm2xT0vZ4bN6yR1kP9sL3dF7hJ5gCa';
const claims = { sessionId: newId(), userId: newId() };
const missing = expect.objectContaining({ code: 'session.missing' });

test('a token names who signed it, for whom and with which key', async () => {
  const token = await createAccessTokens(SECRET).sign(claims, new Date());
  expect(decodeJwt(token)).toMatchObject({ iss: 'sideline', aud: 'sideline-api' });
  expect(decodeProtectedHeader(token).kid).toMatch(/^[\w-]{8}$/);
  const other = await createAccessTokens(SECRET.toLowerCase()).sign(claims, new Date());
  expect(decodeProtectedHeader(other).kid).not.toBe(decodeProtectedHeader(token).kid);
});

test('a token with the right signature that another server made, or for another one, or with another key, is refused', async () => {
  const { sign, verify } = createAccessTokens(SECRET);
  const own = await sign(claims, new Date());
  const kid = decodeProtectedHeader(own).kid!;
  const key = new TextEncoder().encode(`access:${SECRET}`);
  const signed = ({ issuer = 'sideline', audience = 'sideline-api', keyId = kid }) =>
    new SignJWT({ sid: claims.sessionId })
      .setProtectedHeader({ alg: 'HS256', kid: keyId })
      .setSubject(claims.userId)
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('15m')
      .sign(key);
  await expect(verify(await signed({}), new Date())).resolves.toMatchObject(claims);
  for (const foreign of [{ issuer: 'another' }, { audience: 'media' }, { keyId: 'AAAAAAAA' }])
    await expect(verify(await signed(foreign), new Date()), JSON.stringify(foreign)).rejects.toEqual(missing);
});
