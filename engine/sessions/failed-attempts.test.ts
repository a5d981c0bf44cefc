import { describe, expect, it } from 'vitest';
import { networkOf } from './failed-attempts.ts';

describe('networkOf', () => {
  it('is the address itself for IPv4, also when it is written as IPv6', () => {
    expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
    expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  });

  it('is the first half of an IPv6 address, however it is written', () => {
    const network = networkOf('2001:db8:1:2:3:4:5:6');
    expect(network).toBe('2001:db8:1:2');
    for (const address of ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::']) expect(networkOf(address)).toBe(network);
    expect(networkOf('2001:db8:1:3::1')).not.toBe(network);
    expect(networkOf('::1')).toBe('0:0:0:0');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
  });
});
