import { describe, expect, it } from 'vitest';
import { isEncrypted } from '../../ports/index.ts';
import { createAesCipher } from './create-aes-cipher.ts';

const OLD = 'an-old-secret-that-is-long-enough-0123456789';
const NEW = 'a-new-secret-that-is-long-enough-0123456789';

describe('AES-256-GCM encryption', () => {
  const cipher = createAesCipher({ secret: OLD });

  it('decrypts only with its own context, and never yields the same ciphertext twice', () => {
    const encrypted = cipher.encrypt('123-45-6789', 'people/1/ssn');
    expect(isEncrypted(encrypted)).toBe(true);
    expect(encrypted).not.toContain('123');
    expect(cipher.decrypt(encrypted, 'people/1/ssn')).toBe('123-45-6789');
    expect(cipher.decrypt(encrypted, 'people/2/ssn')).toBeUndefined();
    expect(cipher.encrypt('123-45-6789', 'people/1/ssn')).not.toBe(encrypted);
  });

  it('refuses a ciphertext that was changed, truncated or forged', () => {
    const encrypted = cipher.encrypt('Äöü 漢字', 'p');
    const last = encrypted.at(-2) === 'A' ? 'B' : 'A';
    for (const wrong of [
      `${encrypted.slice(0, -2)}${last}${encrypted.at(-1)}`,
      encrypted.slice(0, -12),
      encrypted.slice(0, 40),
      `${encrypted}=`,
      'muster-seal:1:',
      'text',
    ])
      expect(cipher.decrypt(wrong, 'p')).toBeUndefined();
    expect(cipher.decrypt(encrypted, 'p')).toBe('Äöü 漢字');
  });

  it('decrypts with the previous secret, and encrypts with the current one', () => {
    const encrypted = cipher.encrypt('kept', 'p');
    const rotated = createAesCipher({ secret: NEW, previousSecret: OLD });
    expect(rotated.decrypt(encrypted, 'p')).toBe('kept');
    expect([rotated.usesCurrentKey(encrypted), cipher.usesCurrentKey(encrypted)]).toEqual([false, true]);
    expect(rotated.usesCurrentKey(rotated.encrypt('kept', 'p'))).toBe(true);
    expect(createAesCipher({ secret: NEW }).decrypt(encrypted, 'p')).toBeUndefined();
    expect(rotated.keyId).not.toBe(cipher.keyId);
  });

  it('computes fingerprints that depend on the secret', () => {
    expect(cipher.fingerprint('a')).toBe(createAesCipher({ secret: OLD }).fingerprint('a'));
    expect(cipher.fingerprint('a')).not.toBe(createAesCipher({ secret: NEW }).fingerprint('a'));
    expect(cipher.fingerprint('a')).not.toBe(cipher.fingerprint('b'));
  });
});
