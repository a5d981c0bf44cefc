import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSnapshot } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import { fillFromDuplicates } from './fill-from-duplicates.ts';

describe('fillFromDuplicates', () => {
  let module: CompiledModule;
  beforeAll(async () => {
    const snapshot = await loadSnapshot([path.join(import.meta.dirname, '../../../tests/fixtures/practice')]);
    module = snapshot.module('patients') as CompiledModule;
  });

  const record = (fields: JsonObject): RecordDocument => ({ _id: 'x', _version: 1, ...fields });
  const fill = (primary: JsonObject, duplicates: readonly JsonObject[], chosen: JsonObject = {}): JsonObject =>
    fillFromDuplicates(module, record(primary), duplicates.map(record), chosen);

  it('fills missing values from the first duplicate that has one, and never replaces a value', () => {
    expect(
      fill({ title: 'Dr' }, [
        { title: 'Mr', department: 'A' },
        { department: 'B', description: 'C' },
      ]),
    ).toEqual({ department: 'A', description: 'C' });
  });

  it('does not fill chosen fields, even if the chosen value is empty', () => {
    expect(fill({}, [{ title: 'Mr', department: 'A' }], { title: null, department: 'Z' })).toEqual({});
  });

  it('does not fill teams, numbers and fields that the product sets', () => {
    expect(fill({}, [{ teams: ['t'], code: 4, grade: 'A', createdAt: '2026-01-01T00:00:00.000Z', deleted: true }])).toEqual({});
  });

  it('joins e-mail addresses without repeats and with one primary', () => {
    const filled = fill({ email_addresses: [{ email_address: 'a@x.example', primary: true }] }, [
      { email_addresses: [{ email_address: 'A@X.example' }, { email_address: 'b@x.example', primary: true }] },
    ]);
    expect(filled).toEqual({
      email_addresses: [
        { email_address: 'a@x.example', primary: true },
        { email_address: 'b@x.example', primary: false },
      ],
    });
    expect(
      fill({ email_addresses: [{ email_address: 'a@x.example', primary: true }] }, [
        { email_addresses: [{ email_address: 'a@x.example' }] },
      ]),
    ).toEqual({});
    const own = [
      { email_address: 'second@x.example', primary: false },
      { email_address: 'main@x.example', primary: true },
    ];
    expect(fill({ email_addresses: own }, [{ email_addresses: [{ email_address: 'c@x.example', primary: true }] }])).toEqual({
      email_addresses: [...own, { email_address: 'c@x.example', primary: false }],
    });
  });
});
