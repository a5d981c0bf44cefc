import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { ENCRYPTED_PREFIX, type CipherPort } from '../../ports/index.ts';

/** Secrets that keys are derived from. */
export interface AesCipherOptions {
  /** Encrypts new values. */
  readonly secret: string;
  /** Decrypts values that were encrypted with it. */
  readonly previousSecret?: string | undefined;
}

interface DerivedKeys {
  readonly id: string;
  readonly encryptionKey: Buffer;
  readonly macKey: Buffer;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ENCRYPTED_VALUE = new RegExp(`^${ENCRYPTED_PREFIX}([0-9a-f]{16}):([A-Za-z0-9_-]+)$`);

/**
 * Encrypts with AES-256-GCM. The keys are derived from the secrets with HKDF (SHA-256), one for each purpose. An
 * encrypted value is the id of its key, then nonce, ciphertext and tag in base64url. The context is the additional
 * authenticated data.
 */
export function createAesCipher({ secret, previousSecret }: AesCipherOptions): CipherPort {
  const current = deriveKeys(secret);
  const keys = new Map([...(previousSecret === undefined ? [] : [deriveKeys(previousSecret)]), current].map((key) => [key.id, key]));
  return {
    keyId: current.id,
    encrypt: (text, context) => encryptText(current, text, context),
    decrypt: (encrypted, context) => {
      const [, id, body] = ENCRYPTED_VALUE.exec(encrypted) ?? [];
      const key = keys.get(id ?? '');
      return key === undefined || body === undefined ? undefined : decryptBody(key, Buffer.from(body, 'base64url'), context);
    },
    usesCurrentKey: (encrypted) => encrypted.startsWith(`${ENCRYPTED_PREFIX}${current.id}:`),
    fingerprint: (text) => createHmac('sha256', current.macKey).update(text).digest('base64url'),
  };
}

function deriveKeys(secret: string): DerivedKeys {
  const derive = (purpose: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `muster/sensitive-values/1/${purpose}`, length));
  return { id: derive('id', 8).toString('hex'), encryptionKey: derive('cipher', 32), macKey: derive('digest', 32) };
}

function encryptText(key: DerivedKeys, text: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.encryptionKey, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${ENCRYPTED_PREFIX}${key.id}:${body.toString('base64url')}`;
}

function decryptBody(key: DerivedKeys, body: Buffer, context: string): string | undefined {
  if (body.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key.encryptionKey, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(body.subarray(body.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(body.subarray(NONCE_BYTES, body.length - TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    // The value was changed, or copied from another context.
    return undefined;
  }
}
