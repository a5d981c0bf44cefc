import { makeKeys } from '#engine/model/keys';
import type { CompiledModule } from '#engine/model/compiled';
import type { KeyedRecord } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import type { StorePort, StoreWrite } from '../../../engine/ports/index.ts';
import { FIRMS, PEOPLE } from './contract-modules.ts';
import { generateDocuments } from './generate-records.ts';
import { MemoryEvaluator } from './memory-evaluator.ts';
import { TABLE_FIRMS, TABLE_PEOPLE } from './table-records.ts';

/** Documents of both modules, for a store and for memory. */
export interface ContractData {
  readonly people: readonly RecordDocument[];
  readonly firms: readonly RecordDocument[];
}

export const TABLE_DATA: ContractData = { people: TABLE_PEOPLE, firms: TABLE_FIRMS };

/** 300 people and 40 firms, always the same for a seed. */
export function generateData(seed: number): ContractData {
  const sizes = { people: 300, firms: 40 };
  return { people: generateDocuments(PEOPLE, sizes.people, sizes, seed), firms: generateDocuments(FIRMS, sizes.firms, sizes, seed + 1) };
}

/** Creates a memory evaluator with the data. */
export function createMemory(data: ContractData): MemoryEvaluator {
  return new MemoryEvaluator(
    new Map([
      [PEOPLE.storage.name, keyed(PEOPLE, data.people)],
      [FIRMS.storage.name, keyed(FIRMS, data.firms)],
    ]),
  );
}

function keyed(module: CompiledModule, documents: readonly RecordDocument[]): KeyedRecord[] {
  return documents.map((document) => ({ id: document._id, keys: makeKeys(module, document) }));
}

/** Creates the collections in a store and inserts the data. */
export async function fillStore(store: StorePort, data: ContractData): Promise<void> {
  await store.applySchemas([PEOPLE.storage, FIRMS.storage]);
  const writes = [...inserts(PEOPLE, data.people), ...inserts(FIRMS, data.firms)];
  for (let start = 0; start < writes.length; start += 100) {
    const result = await store.commit({ writes: writes.slice(start, start + 100) });
    if (!result.committed) throw new Error(`the data was refused: ${JSON.stringify(result.conflicts)}`);
  }
}

function inserts(module: CompiledModule, documents: readonly RecordDocument[]): StoreWrite[] {
  return documents.map((document) => ({
    kind: 'insert',
    collection: module.storage.name,
    document,
    keys: makeKeys(module, document),
    definitionVersion: 1,
  }));
}
