import { afterAll, describe } from 'vitest';
import { readService } from '#tests/support';
import { describeFilterContract, describeShortFilterContract } from './filter/describe-filter-contract.ts';
import { createMongoDatabases } from './mongo-databases.ts';
import { describeStoreContract } from './store/describe-store-contract.ts';

const url = readService('MONGODB_URL', 'the store contract on MongoDB');

describe.skipIf(url === undefined)('MongoDB', () => {
  const databases = createMongoDatabases(url ?? '');
  afterAll(() => (url === undefined ? undefined : databases.drop()));
  describeFilterContract('MongoDB', () => databases.make());
  describeShortFilterContract('MongoDB, looking related records up one by one', () => databases.make({ relatedLimit: 1 }));
  describeStoreContract('MongoDB', () => databases.make(), databases.makeSecond);
});
