import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Ports that may be called on hosts that the configuration does not name. */
const PORTS: ReadonlySet<number> = new Set([443, 8443]);

const LONGEST = 2_000;

/** A URL that may be called, as far as it says itself. */
export interface Target {
  readonly url: URL;
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  /** The configuration names the host: it may lie on a private network, and be called by http and at any port. */
  readonly isNamed: boolean;
}

/** Takes a URL apart and holds it to what may be called; a text is the reason why it may not. */
export function readTarget(text: string, namedHosts: readonly string[]): Target | string {
  if (text.length > LONGEST || !URL.canParse(text)) return 'it is not a web address';
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'it must begin with https://';
  if (url.username !== '' || url.password !== '') return 'it must not hold a user or a password';
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const isNamed = namedHosts.includes(host) || namedHosts.includes(`${host}:${port}`);
  if (isNamed) return { url, host, isNamed };
  if (url.protocol !== 'https:') return 'it must begin with https://';
  if (!PORTS.has(port)) return `port ${port} may not be called`;
  return isIP(host) !== 0 && !isPublicAddress(host) ? NOT_PUBLIC : { url, host, isNamed };
}

/** Says no more than this of a private address, so that nobody can look around by it. */
export const NOT_PUBLIC = 'its host is not on the public Internet';
