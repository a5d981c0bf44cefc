import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a refresh token says: the session, and which of its tokens this is. */
export interface RefreshTokenParts {
  readonly sessionId: string;
  readonly count: number;
}

function sign(secret: string, sessionId: string, count: number): string {
  return createHmac('sha256', secret).update(`refresh:${sessionId}:${count}`).digest('base64url');
}

/** The `count`th token of a session: made from the secret, so that nothing that opens a session lies in the store. */
export function makeRefreshToken(secret: string, { sessionId, count }: RefreshTokenParts): string {
  return `${sessionId}.${count}.${sign(secret, sessionId, count)}`;
}

/** The parts of a token that we made; undefined for any other text. */
export function readRefreshToken(secret: string, token: string): RefreshTokenParts | undefined {
  const [sessionId = '', countText = '', signature = ''] = token.split('.');
  // One way to write a number, so that one token has one text.
  if (!/^[1-9]\d{0,14}$/.test(countText)) return undefined;
  const count = Number(countText);
  const expected = Buffer.from(sign(secret, sessionId, count));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? { sessionId, count } : undefined;
}
