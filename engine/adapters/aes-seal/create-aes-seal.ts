import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { SEAL_MARK, type SealPort } from '../../ports/index.ts';

/** Secrets that keys are derived from. */
export interface AesSealOptions {
  /** New values are sealed under this one. */
  readonly secret: string;
  /** Values sealed under this one are still read. */
  readonly previousSecret?: string | undefined;
}

interface SealKey {
  readonly id: string;
  readonly cipher: Buffer;
  readonly digest: Buffer;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
const SEAL = new RegExp(`^${SEAL_MARK}([0-9a-f]{16}):([A-Za-z0-9_-]+)$`);

/**
 * Seals with AES-256-GCM. Keys are derived from the secrets by HKDF (SHA-256), one for each purpose; a seal is its key's
 * id, then nonce, cipher text and tag in base64url. The place goes in as additional data.
 */
export function createAesSeal({ secret, previousSecret }: AesSealOptions): SealPort {
  const current = deriveKey(secret);
  const keys = new Map([...(previousSecret === undefined ? [] : [deriveKey(previousSecret)]), current].map((key) => [key.id, key]));
  return {
    keyId: current.id,
    seal: (text, place) => sealText(current, text, place),
    open: (sealed, place) => {
      const [, id, body] = SEAL.exec(sealed) ?? [];
      const key = keys.get(id ?? '');
      return key === undefined || body === undefined ? undefined : openBody(key, Buffer.from(body, 'base64url'), place);
    },
    isCurrent: (sealed) => sealed.startsWith(`${SEAL_MARK}${current.id}:`),
    fingerprint: (text) => createHmac('sha256', current.digest).update(text).digest('base64url'),
  };
}

function deriveKey(secret: string): SealKey {
  const derive = (purpose: string, length: number): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `muster/sensitive-values/1/${purpose}`, length));
  return { id: derive('id', 8).toString('hex'), cipher: derive('cipher', 32), digest: derive('digest', 32) };
}

function sealText(key: SealKey, text: string, place: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, key.cipher, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${SEAL_MARK}${key.id}:${body.toString('base64url')}`;
}

function openBody(key: SealKey, body: Buffer, place: string): string | undefined {
  if (body.length < NONCE + TAG) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key.cipher, body.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(place)).setAuthTag(body.subarray(body.length - TAG));
  try {
    return Buffer.concat([decipher.update(body.subarray(NONCE, body.length - TAG)), decipher.final()]).toString('utf8');
  } catch {
    // Changed, or moved here from another place.
    return undefined;
  }
}
