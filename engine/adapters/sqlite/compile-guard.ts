import type { AbsenceGuard } from '../../ports/index.ts';
import type { CollectionMap } from './collection.ts';
import { compileNode, isOneOf } from './compile-node.ts';
import { driverOf } from './driver.ts';
import type { Statement } from './query-text.ts';

/** The statement that finds the first record that a guard says must not be there. */
export function compileGuard(collections: CollectionMap, guard: AbsenceGuard): Statement {
  const collection = collections.get(guard.collection);
  const driver = driverOf(guard.filter, { collections, collection });
  const params: unknown[] = driver ? [...driver.params] : [];
  const from = driver ? `${collection.table} t NOT INDEXED WHERE t.rid IN (${driver.text}) AND ` : `${collection.table} t WHERE `;
  const condition = compileNode(guard.filter, { collections, collection, alias: 't', params, depth: 0 });
  const except = guard.exceptIds.length === 0 ? '' : ` AND NOT ${isOneOf('t.id', guard.exceptIds, { params })}`;
  return { text: `SELECT t.id FROM ${from}${condition}${except} LIMIT 1`, params };
}
