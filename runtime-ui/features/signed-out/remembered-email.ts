const COOKIE = 'muster_email';
const THIRTY_DAYS = 30 * 86_400;

/** The e-mail stored by Remember Me; empty if there is none. */
export function readRememberedEmail(): string {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${COOKIE}=`));
  try {
    return pair === undefined ? '' : decodeURIComponent(pair.slice(COOKIE.length + 1));
  } catch {
    return '';
  }
}

/** Stores an e-mail for 30 days; an empty one clears it. */
export function rememberEmail(email: string): void {
  const life = email === '' ? 0 : THIRTY_DAYS;
  document.cookie = `${COOKIE}=${encodeURIComponent(email)}; path=/; max-age=${life}; samesite=strict`;
}
