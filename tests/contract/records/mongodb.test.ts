import { afterAll, describe } from 'vitest';
import { readService } from '#tests/support';
import { isFullRun } from '../../support/full-run.ts';
import { createMongoDatabases } from '../mongo-databases.ts';
import { describeRecordsContract } from './describe-records-contract.ts';

const url = readService('MONGODB_URL', 'the records contract on MongoDB');

describe.skipIf(url === undefined)('on a real replica set', () => {
  const databases = createMongoDatabases(url ?? '');
  afterAll(() => (url === undefined ? undefined : databases.drop()));
  describeRecordsContract('MongoDB', () => databases.make(), databases.openSecondHandle, databases.readRaw);
  if (isFullRun) {
    describeRecordsContract(
      'MongoDB without its query cache',
      () => databases.make({ queryCache: false }),
      (store) => databases.openSecondHandle(store, { queryCache: false }),
      databases.readRaw,
    );
  }
});
