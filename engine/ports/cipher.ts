/**
 * Keeps single values from those who read the store. A seal is a text that says under which key it was made, so that the
 * key can be changed: what an earlier key made is still opened, and sealed anew when it is next written.
 */
export interface CipherPort {
  /**
   * Seals a text under the key in force; the same text never makes the same seal twice. `place` names where the value
   * belongs (module, record, field): the seal opens there alone.
   */
  encrypt(text: string, context: string): string;
  /** What was sealed for this place; `undefined` when no key of this process opens it. */
  decrypt(encrypted: string, context: string): string | undefined;
  /** Whether a seal was made under the key in force. */
  usesCurrentKey(encrypted: string): boolean;
  /** Id of the key in force: 16 hex digits that tell nothing of the key. */
  readonly keyId: string;
  /** A digest of a text that only who holds the key can work out: the same text, the same digest. */
  fingerprint(text: string): string;
}

/** How every seal begins. */
export const ENCRYPTED_PREFIX = 'muster-seal:1:';

/** Whether a value is a seal that was not opened. */
export function isEncrypted(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(ENCRYPTED_PREFIX);
}
