const KEY = 'redirect';

function readPath(): string | undefined {
  try {
    const path = sessionStorage.getItem(KEY);
    return path !== null && /^\/(?![/\\])/u.test(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Saves the path that the user wanted to open before sign-in; `/` and `/login` are not saved. */
export function saveRedirect(path: string): void {
  if (path === '/' || path.startsWith('/login') || path.startsWith('/logout')) return;
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Without storage, sign-in leads to the first page.
  }
}

/** Returns the saved path without removing it; only paths of this application. */
export function peekRedirect(): string | undefined {
  return readPath();
}

/** Returns the saved path and removes it; only paths of this application. */
export function takeRedirect(): string | undefined {
  const path = readPath();
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was saved.
  }
  return path;
}
