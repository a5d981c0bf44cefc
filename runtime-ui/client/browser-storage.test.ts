import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeWithExpiry, writeLocalStorage, readWithExpiry, readLocalStorage, STORAGE_TTL_MILLISECONDS } from './browser-storage.ts';

/** A browser whose storage takes `room` characters and no more. */
function limitStorage(room: number): void {
  const setItem = Object.getOwnPropertyDescriptor(Storage.prototype, 'setItem')?.value as (this: Storage, key: string, text: string) => void;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key: string, text: string) {
    const taken = Object.keys(this).filter((name) => name !== key).reduce((sum, name) => sum + name.length + (this.getItem(name) ?? '').length, 0);
    if (taken + key.length + text.length > room) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(this, key, text);
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('a storage that is full', () => {
  it('is logged and cleared, and the session and the theme stay', () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    localStorage.setItem('jwt_token', 'token');
    localStorage.setItem('theme', 'dark');
    localStorage.setItem('old', 'x'.repeat(80));
    limitStorage(120);
    expect(writeLocalStorage('new', 'y'.repeat(60))).toBe(true);
    expect(warned).toHaveBeenCalledOnce();
    expect([readLocalStorage('old'), readLocalStorage('new')?.length, readLocalStorage('jwt_token'), readLocalStorage('theme')]).toEqual([null, 60, 'token', 'dark']);
  });

  it('stops nobody when even the empty one has no room', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    limitStorage(20);
    expect(writeLocalStorage('new', 'y'.repeat(60))).toBe(false);
    expect(readLocalStorage('new')).toBeNull();
  });
});

describe('a value kept for a while', () => {
  it('is there for 15 minutes and then gone', () => {
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
