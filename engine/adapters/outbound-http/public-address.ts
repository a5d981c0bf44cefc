import { BlockList, isIP } from 'node:net';

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
