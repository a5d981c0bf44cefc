import { inject } from 'vitest';
import { createLiveClient, type LiveClient } from './live-client.ts';

const TIMEOUT = 15_000 * inject('timeoutFactor');

/** Opens a socket for a test; with a token, sends hello and waits for the welcome. */
export function openLive(url: string, token?: string): Promise<LiveClient> {
  return createLiveClient(url, token, { timeout: TIMEOUT });
}
