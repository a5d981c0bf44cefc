// A file of its own: the browser uses the codes, and must not load the library that the schemas of live.ts need.

/** Why the server closed a socket. */
export const LIVE_CLOSE_CODES = {
  restarting: 1012,
  messageInvalid: 4400,
  sessionExpired: 4401,
  helloMissing: 4408,
  tooMany: 4429,
  tooSlow: 4508,
  unavailable: 4503,
} as const;
