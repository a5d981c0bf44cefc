import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSnapshot } from '../../registry/index.ts';
import { makeKeys } from '#engine/model/keys';
import type { CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { patchKeys } from './write-record.ts';

describe('patchKeys', () => {
  let module: CompiledModule;
  beforeAll(async () => {
    const snapshot = await loadSnapshot([path.join(import.meta.dirname, '../../../tests/fixtures/practice')]);
    module = snapshot.module('patients') as CompiledModule;
  });

  const before: RecordDocument = {
    _id: 'a',
    _version: 1,
    name: 'Ana María',
    last_name: 'María',
    stage: 'open',
    score: 5,
    teams: ['t1', 't2'],
    current_address: { street: '1 Main', city: 'Miami', state: 'FL', zip: '33101' },
    email_addresses: [{ email_address: 'A@x.example', primary: true }],
  };

  it.each([
    [{ last_name: 'Zoë' }],
    [{ score: null, stage: 'closed' }],
    [{ current_address: { city: 'Tampa' } }],
    [{ teams: null }],
    [{ teams: ['t3'], email_addresses: [{ email_address: 'b@x.example' }, { email_address: 'c@x.example' }] }],
    [{}],
  ])('returns the same keys after %j as folding the whole record', (fields) => {
    const after = Object.fromEntries(
      Object.entries({ ...before, ...fields }).filter(([, value]) => value !== null),
    ) as unknown as RecordDocument;
    expect(patchKeys(module, makeKeys(module, before), after, Object.keys(fields))).toEqual(makeKeys(module, after));
  });
});
