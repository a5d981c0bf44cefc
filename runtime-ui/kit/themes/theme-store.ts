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
    // Storage can be forbidden; the fallback serves.
    return FALLBACK_THEME;
  }
}

/** Writes the variables of a theme onto the document; needed once before the first render. */
export function applyTheme(row: ThemeRow = current): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(deriveTheme(row))) root.style.setProperty(`--ms-${name}`, value);
  root.style.colorScheme = row.scheme;
  // The first paint set it before the application came; from here on the body's own colour stands.
  root.style.backgroundColor = surfacesOf(row).bg;
  root.dataset['theme'] = row.name;
  root.dataset['scheme'] = row.scheme;
}

/** Chooses a theme for this browser and shows it at once. */
export function setTheme(name: string): void {
  current = findTheme(name);
  try {
    globalThis.localStorage.setItem(STORAGE_KEY, current.name);
  } catch {
    // Kept for this visit only.
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

/** The theme in use; follows a choice made in another tab. */
export function useTheme(): ThemeRow {
  return useSyncExternalStore(subscribe, () => current, () => current);
}
