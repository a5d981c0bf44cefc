import type { RecordDocument } from '#engine/model/values';
import type { StoredRecord } from '../../../ports/index.ts';

/** A record from a row of its definition version and document. */
export function readRecord(row: readonly unknown[]): StoredRecord {
  return { document: JSON.parse(String(row[1])) as RecordDocument, definitionVersion: Number(row[0]) };
}
