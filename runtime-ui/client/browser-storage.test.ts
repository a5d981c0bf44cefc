import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeWithExpiry, writeLocalStorage, readWithExpiry, readLocalStorage, STORAGE_TTL_MILLISECONDS } from './browser-storage.ts';

/** Limits the browser's storage to `maximum` characters. */
function limitStorage(maximum: number): void {
  const setItem = Object.getOwnPropertyDescriptor(Storage.prototype, 'setItem')?.value as (
    this: Storage,
    key: string,
    text: string,
  ) => void;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key: string, text: string) {
    const taken = Object.keys(this)
      .filter((name) => name !== key)
      .reduce((sum, name) => sum + name.length + (this.getItem(name) ?? '').length, 0);
    if (taken + key.length + text.length > maximum) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(this, key, text);
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('a full storage', () => {
  it('is logged and cleared, but keeps the session and the theme', () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    localStorage.setItem('jwt_token', 'token');
    localStorage.setItem('theme', 'dark');
    localStorage.setItem('old', 'x'.repeat(80));
    limitStorage(120);
    expect(writeLocalStorage('new', 'y'.repeat(60))).toBe(true);
    expect(warned).toHaveBeenCalledOnce();
    expect([readLocalStorage('old'), readLocalStorage('new')?.length, readLocalStorage('jwt_token'), readLocalStorage('theme')]).toEqual([
      null,
      60,
      'token',
      'dark',
    ]);
  });

  it('does not throw if even the empty storage is too small', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    limitStorage(20);
    expect(writeLocalStorage('new', 'y'.repeat(60))).toBe(false);
    expect(readLocalStorage('new')).toBeNull();
  });
});

describe('a value with an expiry time', () => {
  it('is available for 15 minutes and is then removed', () => {
    writeWithExpiry('filter', { status: 'new' }, 1000);
    expect(readWithExpiry('filter', 1000 + STORAGE_TTL_MILLISECONDS - 1)).toEqual({ status: 'new' });
    expect(readWithExpiry('filter', 1000 + STORAGE_TTL_MILLISECONDS)).toBeUndefined();
    expect(readLocalStorage('filter')).toBeNull();
  });

  it.each(['nonsense', '{}', '{"until":"x"}', '{"until":9e15,"value":1}', 'null'])('is not %s', (text) => {
    localStorage.setItem('filter', text);
    expect(readWithExpiry('filter')).toBeUndefined();
  });
});
