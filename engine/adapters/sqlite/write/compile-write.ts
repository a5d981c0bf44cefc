import type { Key, KeyValue, RecordKeys } from '#engine/model/compiled';
import type { StoreWrite } from '../../../ports/index.ts';
import type { Collection, StoredKey } from '../schema/collection.ts';
import { encodeList } from '../schema/list-text.ts';
import type { Statement } from '../query/statement.ts';
import { addPendingRows } from '../search/search-writer.ts';
import type { CompiledWrite } from '../threads/writer-protocol.ts';

type Insert = StoreWrite & { readonly kind: 'insert' };
type Update = StoreWrite & { readonly kind: 'update' };
type Remove = StoreWrite & { readonly kind: 'remove' };

/** Texts of the statements that every write of a collection runs. */
interface WriteStatements {
  readonly insert: string;
  /** Undefined when the document is in the row. */
  readonly documents: { readonly insert: string; readonly update: string; readonly remove: string } | undefined;
  readonly queueSearch: string;
  readonly lists: readonly StoredKey[];
}

const writeTexts = new WeakMap<Collection, WriteStatements>();

function getStatements(collection: Collection): WriteStatements {
  let texts = writeTexts.get(collection);
  if (texts === undefined) {
    const { hasDocumentTable, documentTable } = collection;
    const columns = [...collection.keyList.map((key) => key.column), ...(hasDocumentTable ? [] : ['dv', 'doc'])];
    texts = {
      insert: `INSERT INTO ${collection.table}(${['id', 'v', ...columns].join(', ')}) VALUES (?, ?${', ?'.repeat(columns.length)})`,
      documents: hasDocumentTable
        ? {
            insert: `INSERT INTO ${documentTable}(dv, doc, rid) VALUES (?, ?, ?)`,
            update: `UPDATE ${documentTable} SET dv = ?, doc = ? WHERE rid = ?`,
            remove: `DELETE FROM ${documentTable} WHERE rid = ?`,
          }
        : undefined,
      // The search table is written for many rows in one batch, which costs a tenth; until then a row is in the pending table.
      queueSearch: `INSERT OR IGNORE INTO ${collection.pendingTable}(rid) VALUES (?)`,
      lists: collection.keyList.filter((key) => key.schema.list),
    };
    writeTexts.set(collection, texts);
  }
  return texts;
}

/** Compiles one write to statements. */
export function compileWrite(collection: Collection, write: StoreWrite): CompiledWrite {
  switch (write.kind) {
    case 'insert':
      return compileInsert(collection, write);
    case 'update':
      return compileUpdate(collection, write);
    case 'remove':
      return compileRemove(collection, write);
  }
}

function compileInsert(collection: Collection, { document, keys, definitionVersion }: Insert): CompiledWrite {
  const texts = getStatements(collection);
  const params: unknown[] = [document._id, document._version];
  for (const key of collection.keyList) params.push(columnValue(key, keys[key.schema.id]));
  const rest: Statement[] = [];
  const stored = [definitionVersion, JSON.stringify(document)];
  if (texts.documents === undefined) params.push(...stored);
  else rest.push({ text: texts.documents.insert, params: stored });
  for (const key of texts.lists) addElements(rest, key, elementsOf(keys[key.schema.id]), []);
  if (collection.searchKeys.some((key) => keys[key.schema.id] !== undefined)) addSearch(rest, collection, texts);
  return { row: { text: texts.insert, params }, isInsert: true, rest };
}

function compileUpdate(
  collection: Collection,
  { document, keys, previousKeys, definitionVersion, expectedVersion }: Update,
): CompiledWrite {
  const texts = getStatements(collection);
  const changed = collection.keyList.filter((key) => !sameKey(keys[key.schema.id], previousKeys[key.schema.id]));
  const params: unknown[] = [document._version];
  let text = `UPDATE ${collection.table} SET v = ?`;
  for (const key of changed) {
    text += `, ${key.column} = ?`;
    params.push(columnValue(key, keys[key.schema.id]));
  }
  const rest: Statement[] = [];
  const stored = [definitionVersion, JSON.stringify(document)];
  if (texts.documents === undefined) {
    text += ', dv = ?, doc = ?';
    params.push(...stored);
  } else rest.push({ text: texts.documents.update, params: stored });
  params.push(document._id, expectedVersion);
  updateKeyIndexes(rest, collection, changed, keys, previousKeys);
  return { row: { text: `${text} WHERE id = ? AND v = ? RETURNING rid`, params }, isInsert: false, rest };
}

/** Updates the list tables and the search for the changed keys of a row. */
function updateKeyIndexes(
  rest: Statement[],
  collection: Collection,
  changed: readonly StoredKey[],
  keys: RecordKeys,
  previousKeys: RecordKeys,
): void {
  for (const key of changed)
    if (key.schema.list) addElements(rest, key, elementsOf(keys[key.schema.id]), elementsOf(previousKeys[key.schema.id]));
  if (changed.some((key) => collection.searchKeys.includes(key))) addSearch(rest, collection, getStatements(collection));
}

function compileRemove(collection: Collection, { id, expectedVersion, previousKeys }: Remove): CompiledWrite {
  const texts = getStatements(collection);
  const rest: Statement[] = texts.documents === undefined ? [] : [{ text: texts.documents.remove, params: [] }];
  for (const key of texts.lists) addElements(rest, key, [], elementsOf(previousKeys[key.schema.id]));
  if (collection.searchKeys.length > 0) addSearch(rest, collection, texts);
  return {
    row: { text: `DELETE FROM ${collection.table} WHERE id = ? AND v = ? RETURNING rid`, params: [id, expectedVersion] },
    isInsert: false,
    rest,
  };
}

function addElements(rest: Statement[], key: StoredKey, now: readonly Key[], before: readonly Key[]): void {
  for (const value of before)
    if (!now.includes(value)) rest.push({ text: `DELETE FROM ${key.listTable} WHERE k = ? AND rid = ?`, params: [value] });
  for (const value of now)
    if (!before.includes(value))
      rest.push({ text: `INSERT INTO ${key.listTable}(k, rid) VALUES (?, ?) ON CONFLICT (k, rid) DO NOTHING`, params: [value] });
}

function addSearch(rest: Statement[], collection: Collection, texts: WriteStatements): void {
  rest.push({ text: texts.queueSearch, params: [] });
  addPendingRows(collection, 1);
}

function columnValue(key: StoredKey, value: KeyValue | undefined): string | number | null {
  if (value === undefined) return null;
  if (key.schema.list) return encodeList(elementsOf(value));
  return (typeof value === 'object' ? value[0] : value) ?? null;
}

function elementsOf(value: KeyValue | undefined): readonly Key[] {
  if (value === undefined) return [];
  return typeof value === 'object' ? [...new Set(value)] : [value];
}

function sameKey(a: KeyValue | undefined, b: KeyValue | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
