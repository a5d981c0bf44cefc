import { Resolver } from 'node:dns/promises';
import { isIP, BlockList } from 'node:net';

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
  const isAllowlisted = allowedHosts.includes(host) || allowedHosts.includes(`${host}:${port}`);
  if (isAllowlisted) return { url, host, isAllowlisted };
  if (url.protocol !== 'https:') return 'it must begin with https://';
  if (!ALLOWED_PORTS.has(port)) return `port ${port} is not allowed`;
  return isIP(host) !== 0 && !isPublicAddress(host) ? NOT_PUBLIC : { url, host, isAllowlisted };
}

/** The only message about private addresses, so that nobody can use it to scan the network. */
export const NOT_PUBLIC = 'its host is not on the public Internet';

/** IPv4 ranges that are not public, and the one public address where a cloud serves its metadata. */
const NON_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
];

/** Global unicast, and the ranges excluded from it: tunnels that contain an IPv4 address, and documentation. */
const PUBLIC_IPV6 = ['2000::/3'];
const NON_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const nonPublicIpv4 = toBlockList(NON_PUBLIC_IPV4, 'ipv4');
const publicIpv6 = toBlockList(PUBLIC_IPV6, 'ipv6');
const nonPublicIpv6 = toBlockList(NON_PUBLIC_IPV6, 'ipv6');

function toBlockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/**
 * Whether an IP address is public. Loopback, private, link-local, unique-local, carrier-grade NAT, multicast and metadata
 * addresses are not, nor are IPv4 addresses written as IPv6. Of IPv6 only global unicast is allowed.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !nonPublicIpv4.check(address, 'ipv4');
  return family === 6 && !address.includes('%') && publicIpv6.check(address, 'ipv6') && !nonPublicIpv6.check(address, 'ipv6');
}

/**
 * Resolves the addresses of a host by name servers only. It does not use the local names of this machine, nor the few
 * pool threads of the process, which file access needs. Returns an empty list when the host is not known. Throws when a
 * name server fails.
 */
export async function resolveDns(host: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [...(four.status === 'fulfilled' ? four.value : []), ...(six.status === 'fulfilled' ? six.value : [])];
  if (found.length > 0) return found;
  const failed = [four, six].find((one) => one.status === 'rejected' && !isHostUnknown(one.reason));
  if (failed?.status === 'rejected') throw failed.reason;
  return [];
}

function isHostUnknown(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '');
}
