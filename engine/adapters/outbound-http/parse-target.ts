import { isIP } from 'node:net';
import type { OutboundServer } from '../../ports/index.ts';
import { isPublicAddress } from './public-address.ts';

/** Ports that are allowed on hosts that the configuration does not name. */
const ALLOWED_PORTS: ReadonlySet<number> = new Set([443, 8443]);

const MAX_URL_LENGTH = 2_000;

/** A URL that may be requested, as far as the URL itself shows. */
export interface Target {
  readonly url: URL;
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  /** The configuration names the host: it may be in a private network, and be requested over http and at any port. */
  readonly isAllowlisted: boolean;
}

/** Parses a URL and checks whether it may be requested; returns a text with the reason when it may not. */
export function parseTarget(text: string, allowedHosts: readonly string[]): Target | string {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return 'it is not a web address';
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'it must begin with https://';
  if (url.username !== '' || url.password !== '') return 'it must not contain a user name or a password';
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const isAllowlisted = isNamed(host, port, allowedHosts);
  if (!isAllowlisted && url.protocol !== 'https:') return 'it must begin with https://, or MUSTER_WEBHOOK_HOSTS must name its host';
  return explainPlace(host, port, isAllowlisted, ALLOWED_PORTS) ?? { url, host, isAllowlisted };
}

/** Parses the address of a server of another protocol in the same way; returns a text with the reason when it may not be reached. */
export function parseServer(
  { host: text, port, allowedPorts }: OutboundServer,
  allowedHosts: readonly string[],
): Omit<Target, 'url'> | string {
  const host = text.trim().toLowerCase();
  if (host.length > 253 || (isIP(host) === 0 && !/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host))) return 'it is not the name of a server';
  const isAllowlisted = isNamed(host, port, allowedHosts);
  return explainPlace(host, port, isAllowlisted, new Set(allowedPorts)) ?? { host, isAllowlisted };
}

/** Whether the configuration names a host, alone or with the port. */
function isNamed(host: string, port: number, allowedHosts: readonly string[]): boolean {
  return allowedHosts.includes(host) || allowedHosts.includes(`${host}:${port}`);
}

/** Why a host that the configuration does not name may not be reached at a port; undefined: it may, as far as its name shows. */
function explainPlace(host: string, port: number, isAllowlisted: boolean, allowedPorts: ReadonlySet<number>): string | undefined {
  if (isAllowlisted) return undefined;
  if (!allowedPorts.has(port)) return `port ${port} is not allowed`;
  return isIP(host) !== 0 && !isPublicAddress(host) ? NOT_PUBLIC : undefined;
}

/** The only message about private addresses, so that nobody can use it to scan the network. */
export const NOT_PUBLIC = 'its host is not on the public Internet';
