const KEY = 'redirect';

/** Keeps where somebody wanted to go before they had to sign in; `/` and `/login` are not kept. */
export function saveRedirect(path: string): void {
  if (path === '/' || path.startsWith('/login') || path.startsWith('/logout')) return;
  sessionStorage.setItem(KEY, path);
}

/** Takes the kept path, once. Only paths of this application are answered. */
export function takeRedirect(): string | undefined {
  const path = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return path !== null && /^\/(?![/\\])/u.test(path) ? path : undefined;
}
