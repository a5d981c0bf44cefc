/** `npm run test:full`: runs everything that `npm test` only samples. */
export const isFullRun = process.env['MUSTER_TEST_FULL'] === '1';
