import { describe, expect, it } from 'vitest';
import { safeAddress } from './safe-address.ts';

describe('The address of a link', () => {
  it.each(['/app/tools', 'https://muster.example/a?b=c', 'HTTP://muster.example'])('may be %s', (address) => {
    expect(safeAddress(` ${address} `)).toBe(address);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example', 'https://a b', '', 'tools'])(
    'may not be %s',
    (address) => {
      expect(safeAddress(address)).toBeUndefined();
    },
  );
});
