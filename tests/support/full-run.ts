/** `npm run test:full`: everything that `npm test` takes a sample of is done in full. */
export const isFullRun = process.env['MUSTER_TEST_FULL'] === '1';
