import { isDeepStrictEqual } from 'node:util';
import type { VisibleRecord } from '#engine';
import { toText, type JsonObject, type JsonValue } from '#engine/model';
import { labelKey, titleOf, type RequiredItem } from '../../shared/item.ts';
import type { ItemChange, PlannedChange } from './apply-changes.ts';
import { COPIED_FIELDS, copyConditions, copyFromSetup } from './setup-items.ts';

const LABELS: { readonly [field: string]: string } = {
  label: 'Title',
  field_type: 'Kind',
  document_type: 'Document type',
  order: 'Place in the list',
  provider_type: 'Provider types',
  provider_assigned: 'Done by the provider',
  isOptional: 'Optional',
  reference_only: 'For reference only',
  relatedAgreement: 'Agreement',
  relatedLibraryResource: 'Library resource',
  dropdown: 'Options of dropdown',
  field_options: 'Options',
  requires_exp_date: 'Expires',
};

/** A required item as an endpoint reads it. */
export function toItem(record: VisibleRecord): RequiredItem {
  return record as unknown as RequiredItem;
}

/** Whether two values of a field are the same: what is missing equals an unchecked box and an empty list. */
function isSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  const plain = (value: JsonValue | undefined): JsonValue =>
    value === undefined || value === false || value === '' || (Array.isArray(value) && value.length === 0) ? null : value;
  return isDeepStrictEqual(plain(left), plain(right));
}

/** The fields that differ, with both values. */
export function listDifferences(before: JsonObject, after: JsonObject): ItemChange['fields'] {
  return Object.keys(after)
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => ({
      field,
      label: LABELS[field] ?? `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`,
      from: before[field] ?? null,
      to: after[field] ?? null,
    }));
}

interface Comparison {
  readonly setupItems: readonly RequiredItem[];
  readonly recordItems: readonly RequiredItem[];
  readonly record: VisibleRecord;
  readonly providerType: string;
}

/** How an open record differs from its setup: items that it lacks, that have other fields, and that the setup no longer has. */
export function compareWithSetup({ setupItems, recordItems, record, providerType }: Comparison): readonly PlannedChange[] {
  const sources = setupItems.filter(({ provider_type: types = [] }) => types.length === 0 || types.some((type) => type === providerType));
  const matches = new Map(sources.map((source) => [source._id, findMatch(source, recordItems)]));
  const idOf = new Map([...matches].flatMap(([id, item]) => (item === undefined ? [] : [[id, item._id] as const])));
  const own = sources.map((source) => {
    const item = matches.get(source._id);
    return item === undefined ? describeAdded(source, record, idOf) : describeChanged(source, item, idOf);
  });
  const known = new Set(setupItems.map(({ _id }) => _id));
  const gone = recordItems.filter((item) => sourceOf(item) !== '' && !known.has(sourceOf(item))).map(describeRemoved);
  return [...own.flatMap((one) => one ?? []), ...gone];
}

function sourceOf(item: RequiredItem): string {
  return toText(item.setup_item);
}

function findMatch(source: RequiredItem, items: readonly RequiredItem[]): RequiredItem | undefined {
  return (
    items.find((item) => sourceOf(item) === source._id) ??
    items.find((item) => sourceOf(item) === '' && labelKey(item) === labelKey(source))
  );
}

function describeAdded(source: RequiredItem, record: VisibleRecord, idOf: ReadonlyMap<string, string>): PlannedChange {
  const fields = copyFromSetup(source, idOf);
  const { setup_item, has_conditions: _, ...shown } = fields;
  const assigned: JsonValue = record['assigned_to'] ?? source.assigned_to ?? null;
  return {
    change: { key: `add:${source._id}`, action: 'add', item: { _id: null, label: titleOf(source) }, fields: listDifferences({}, shown) },
    save: {
      ...shown,
      setup_item: setup_item ?? null,
      relatedCredentialingRecord: record._id,
      assigned_to: assigned,
      due_date: source.due_date ?? record['due_date'] ?? null,
    },
  };
}

function describeChanged(source: RequiredItem, item: RequiredItem, idOf: ReadonlyMap<string, string>): PlannedChange | undefined {
  const after: { [field: string]: JsonValue } = {};
  for (const name of COPIED_FIELDS) {
    // A record has the document that was made from the agreement.
    if (name === 'relatedAgreement' && item.relatedAgreement?.module === 'interactiveDocumentInstances') continue;
    after[name] = (source[name] as JsonValue | undefined) ?? null;
  }
  after['conditions'] = copyConditions(source, idOf);
  const fields = listDifferences(item as unknown as JsonObject, after);
  if (fields.length === 0) return undefined;
  return {
    change: { key: `change:${item._id}`, action: 'change', item: { _id: item._id, label: titleOf(item) }, fields },
    save: Object.fromEntries(fields.map(({ field, to }) => [field, to])),
  };
}

function describeRemoved(item: RequiredItem): PlannedChange {
  return {
    change: { key: `remove:${item._id}`, action: 'remove', item: { _id: item._id, label: titleOf(item) }, fields: [] },
    save: {},
  };
}
