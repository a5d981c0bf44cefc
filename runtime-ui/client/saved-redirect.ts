const KEY = 'redirect';

function readPath(): string | undefined {
  try {
    const path = sessionStorage.getItem(KEY);
    return path !== null && /^\/(?![/\\])/u.test(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps where somebody wanted to go before they had to sign in; `/` and `/login` are not kept. */
export function saveRedirect(path: string): void {
  if (path === '/' || path.startsWith('/login') || path.startsWith('/logout')) return;
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Without a storage sign-in leads to the first page.
  }
}

/** The kept path, left where it is; only paths of this application. */
export function peekRedirect(): string | undefined {
  return readPath();
}

/** Takes the kept path, once. Only paths of this application are answered. */
export function takeRedirect(): string | undefined {
  const path = readPath();
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
  return path;
}
