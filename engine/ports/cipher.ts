/**
 * Encrypts single values, so that a reader of the database cannot see them. An encrypted value contains the id of its
 * key, so that the key can be rotated: values of an earlier key can still be decrypted, and are encrypted with the
 * current key when they are next written.
 */
export interface CipherPort {
  /**
   * Encrypts a text with the current key. The same text never gives the same ciphertext twice. `context` names where the
   * value belongs (module, record, field): the ciphertext decrypts only with the same context.
   */
  encrypt(text: string, context: string): string;
  /** Decrypts a value that was encrypted with this context; returns `undefined` when no key of this process decrypts it. */
  decrypt(encrypted: string, context: string): string | undefined;
  /** Whether a value was encrypted with the current key. */
  usesCurrentKey(encrypted: string): boolean;
  /** Id of the current key: 16 hex digits that reveal nothing about the key. */
  readonly keyId: string;
  /** A keyed hash of a text: only a holder of the key can compute it. The same text gives the same fingerprint. */
  fingerprint(text: string): string;
}

/** Prefix of every encrypted value. */
export const ENCRYPTED_PREFIX = 'muster-seal:1:';

/** Whether a value is still encrypted. */
export function isEncrypted(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(ENCRYPTED_PREFIX);
}
