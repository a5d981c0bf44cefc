import { createHmac, timingSafeEqual } from 'node:crypto';

/** The content of a refresh token: the session, and the number of the token within it. */
export interface RefreshTokenParts {
  readonly sessionId: string;
  readonly count: number;
}

function sign(secret: string, sessionId: string, count: number): string {
  return createHmac('sha256', secret).update(`refresh:${sessionId}:${count}`).digest('base64url');
}

/** The `count`th token of a session: derived from the secret, so that the store contains nothing that can open a session. */
export function makeRefreshToken(secret: string, { sessionId, count }: RefreshTokenParts): string {
  return `${sessionId}.${count}.${sign(secret, sessionId, count)}`;
}

/** The parts of a token that this installation signed; undefined for any other text. */
export function readRefreshToken(secret: string, token: string): RefreshTokenParts | undefined {
  const [sessionId = '', countText = '', signature = ''] = token.split('.');
  // Only one notation of a number is valid, so that each token has exactly one text.
  if (!/^[1-9]\d{0,14}$/.test(countText)) return undefined;
  const count = Number(countText);
  const expected = Buffer.from(sign(secret, sessionId, count));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? { sessionId, count } : undefined;
}
