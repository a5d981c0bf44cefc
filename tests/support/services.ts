import { it } from 'vitest';

export type ServiceVariable = 'MONGODB_URL' | 'MONGOD_PATH' | 'REDIS_URL' | 'CHROMIUM_PATH';

/**
 * The address of a service that a suite needs. If it is absent, the skipped tests are printed or, with
 * `MUSTER_REQUIRE_SERVICES=1`, a test fails.
 */
export function readService(variable: ServiceVariable, leftOut: string): string | undefined {
  const value = process.env[variable];
  if (value !== undefined && value !== '') return value;
  if (process.env['MUSTER_REQUIRE_SERVICES'] === '1') {
    it(`${leftOut} needs ${variable}`, () => {
      throw new Error(`${variable} is not set, and MUSTER_REQUIRE_SERVICES=1 asks for it`);
    });
  } else {
    console.warn(`Left out: ${leftOut} (${variable} is not set)`);
    it.skip(`${leftOut} (${variable} is not set)`, () => undefined);
  }
  return undefined;
}
