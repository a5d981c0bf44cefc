import { useSyncExternalStore } from 'react';
import { deriveTheme, surfacesOf } from './derive-theme.ts';
import { FALLBACK_THEME, findTheme, type ThemeRow } from './theme-table.ts';

const STORAGE_KEY = 'theme';
const listeners = new Set<() => void>();
let current: ThemeRow = findTheme(readStoredTheme());

function readStoredTheme(): string | null {
  try {
    return globalThis.localStorage?.getItem(STORAGE_KEY) ?? FALLBACK_THEME;
  } catch {
    // Storage may be forbidden; the fallback is used.
    return FALLBACK_THEME;
  }
}

/** Sets the CSS variables of a theme on the document; required once before the first render. */
export function applyTheme(row: ThemeRow = current): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(deriveTheme(row))) root.style.setProperty(`--ms-${name}`, value);
  root.style.colorScheme = row.scheme;
  // Set by the first paint before the application was loaded; from here on the body's colour applies.
  root.style.backgroundColor = surfacesOf(row).bg;
  root.dataset['theme'] = row.name;
  root.dataset['scheme'] = row.scheme;
}

/** Sets the theme of this browser and applies it at once. */
export function setTheme(name: string): void {
  current = findTheme(name);
  try {
    globalThis.localStorage.setItem(STORAGE_KEY, current.name);
  } catch {
    // Applies to this visit only.
  }
  applyTheme(current);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const onStorage = (event: StorageEvent) => {
    if (event.key !== STORAGE_KEY) return;
    current = findTheme(event.newValue);
    applyTheme(current);
    listener();
  };
  globalThis.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('storage', onStorage);
  };
}

/** The current theme; also updated by a choice in another tab. */
export function useTheme(): ThemeRow {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => current,
  );
}
