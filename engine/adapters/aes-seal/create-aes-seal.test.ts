import { describe, expect, it } from 'vitest';
import { isSealed } from '../../ports/index.ts';
import { createAesSeal } from './create-aes-seal.ts';

const OLD = 'an-old-secret-that-is-long-enough-0123456789';
const NEW = 'a-new-secret-that-is-long-enough-0123456789';

describe('seals of AES-256-GCM', () => {
  const seal = createAesSeal({ secret: OLD });

  it('open at their place alone, and never look the same twice', () => {
    const sealed = seal.seal('123-45-6789', 'providers/1/ssn');
    expect(isSealed(sealed)).toBe(true);
    expect(sealed).not.toContain('123');
    expect(seal.open(sealed, 'providers/1/ssn')).toBe('123-45-6789');
    expect(seal.open(sealed, 'providers/2/ssn')).toBeUndefined();
    expect(seal.seal('123-45-6789', 'providers/1/ssn')).not.toBe(sealed);
  });

  it('do not open when they were changed, cut or made up', () => {
    const sealed = seal.seal('Äöü 漢字', 'p');
    const last = sealed.at(-2) === 'A' ? 'B' : 'A';
    for (const wrong of [`${sealed.slice(0, -2)}${last}${sealed.at(-1)}`, sealed.slice(0, -12), sealed.slice(0, 40), `${sealed}=`, 'muster-seal:1:', 'text']) expect(seal.open(wrong, 'p')).toBeUndefined();
    expect(seal.open(sealed, 'p')).toBe('Äöü 漢字');
  });

  it('are read with the secret before, and made with the one in force', () => {
    const sealed = seal.seal('kept', 'p');
    const turned = createAesSeal({ secret: NEW, previousSecret: OLD });
    expect(turned.open(sealed, 'p')).toBe('kept');
    expect([turned.isCurrent(sealed), seal.isCurrent(sealed)]).toEqual([false, true]);
    expect(turned.isCurrent(turned.seal('kept', 'p'))).toBe(true);
    expect(createAesSeal({ secret: NEW }).open(sealed, 'p')).toBeUndefined();
    expect(turned.keyId).not.toBe(seal.keyId);
  });

  it('make fingerprints that only the secret makes', () => {
    expect(seal.fingerprint('a')).toBe(createAesSeal({ secret: OLD }).fingerprint('a'));
    expect(seal.fingerprint('a')).not.toBe(createAesSeal({ secret: NEW }).fingerprint('a'));
    expect(seal.fingerprint('a')).not.toBe(seal.fingerprint('b'));
  });
});
