import type { StorePort, StoreWrite } from '../../ports/index.ts';
import { createDocumentWrite, MASK, readStoredDocument, type FailedValue } from '../../records/index.ts';
import type { CollectionSchema } from '#engine/model/compiled';
import { textOfValue, type FieldConversion } from '#engine/model/conversions';
import type { FilterNode } from '#engine/model/filter';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import type { ConversionState, ConversionSummary, ConversionView } from '#engine/model/wire';
import type { FieldChoice, ValuesChoice, ValuesChoices } from '../removals/values-choices.ts';

/** A field whose values are converted, and how far the job is. */
export interface StoredConvertedField {
  readonly module: { readonly id: string; readonly name: string };
  /** Stable id of the field. */
  readonly id: string;
  /** The id under which its values are stored. */
  readonly stored: string;
  readonly name: string;
  readonly label: string;
  readonly key: string;
  readonly conversion: FieldConversion;
  readonly records: number;
  readonly done: number;
  readonly failed: number;
  readonly examples: readonly FailedValue[];
}

/** The conversion that publishing or reverting a change-set needs; its id is that of the change-set. */
export interface StoredConversion {
  readonly _id: string;
  readonly _version: number;
  readonly kind: 'publish' | 'revert';
  readonly name: string;
  /** Id of the user who publishes; null: the system. */
  readonly author: string | null;
  readonly state: ConversionState;
  /** A run of the job has worked on it. */
  readonly isStarted?: boolean;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** Version of the definitions since which saves write both keys. */
  readonly version: number;
  readonly fields: readonly StoredConvertedField[];
  /** The decisions for the publication. */
  readonly values: { readonly byId: { readonly [id: string]: FieldChoice }; readonly others: ValuesChoice | null };
  readonly conflicts: { readonly [conflict: string]: 'mine' | 'theirs' };
  readonly problem: ConversionView['problem'];
}

const STATE = { id: 'state', kind: 'text', list: false } as const;

/** The conversions of change-sets, also those that are complete. */
export const CONVERSIONS_COLLECTION: CollectionSchema = {
  name: '_conversions',
  keys: [STATE],
  indexes: [{ keys: ['state'] }],
  contains: [],
};

export async function readConversion(store: StorePort, id: string): Promise<StoredConversion | undefined> {
  return (await readStoredDocument(store, CONVERSIONS_COLLECTION, id)) as unknown as StoredConversion | undefined;
}

/** How far the conversions of these change-sets are, by their ids. */
export async function readConversionSummaries(store: StorePort, ids: readonly string[]): Promise<ReadonlyMap<string, ConversionSummary>> {
  if (ids.length === 0) return new Map();
  const filter: FilterNode = { kind: 'ids', ids };
  const found = await store.find({ collection: CONVERSIONS_COLLECTION.name, filter, sort: [], limit: ids.length });
  return new Map(found.map(({ document }) => [document._id, summarizeConversion(document as unknown as StoredConversion)]));
}

/** The conversions that the job works on. */
export async function findRunning(store: StorePort): Promise<readonly StoredConversion[]> {
  const filter: FilterNode = { kind: 'equals', key: STATE, values: ['running'] };
  const found = await store.find({ collection: CONVERSIONS_COLLECTION.name, filter, sort: [], limit: 100 });
  return found.map(({ document }) => document as unknown as StoredConversion);
}

/** Complete conversions that are read; there are few. */
const MAX_DONE = 100;
/** The latest of them. */
const LATEST = 5;

/** The latest complete conversions. Errors: of the store. */
export async function findDone(store: StorePort): Promise<readonly StoredConversion[]> {
  const filter: FilterNode = { kind: 'equals', key: STATE, values: ['done'] };
  const sort = [{ kind: 'id', descending: true }] as const;
  const found = await store.find({ collection: CONVERSIONS_COLLECTION.name, filter, sort, limit: MAX_DONE });
  const done = found.map(({ document }) => document as unknown as StoredConversion);
  return done.sort((one, other) => ((one.endedAt ?? '') < (other.endedAt ?? '') ? 1 : -1)).slice(0, LATEST);
}

/** The write that replaces a conversion as it was read, or inserts a new one. */
export function writeConversion(before: StoredConversion | undefined, after: Omit<StoredConversion, '_version'>): StoreWrite {
  const { _id, ...fields } = after;
  const { _version: _, ...body } = fields as Omit<StoredConversion, '_id'>;
  return createDocumentWrite(CONVERSIONS_COLLECTION, _id, before as unknown as RecordDocument | undefined, body as unknown as JsonObject);
}

export function choicesOf({ values: { byId, others } }: Pick<StoredConversion, 'values'>): ValuesChoices {
  return { byId: new Map(Object.entries(byId)), others: others ?? undefined };
}

function summarizeConversion({ state, fields }: Pick<StoredConversion, 'state' | 'fields'>): ConversionSummary {
  const sum = (count: 'done' | 'records'): number => fields.reduce((all, field) => all + field[count], 0);
  return { state, done: sum('done'), total: sum('records') };
}

export function viewConversion(conversion: StoredConversion): ConversionView {
  const { kind, startedAt, endedAt, fields, problem } = conversion;
  return {
    ...summarizeConversion(conversion),
    kind,
    startedAt,
    endedAt,
    fields: fields.map(({ module, id, name, label, conversion, records, done, failed, examples }) => ({
      module: module.name,
      id,
      field: name,
      label,
      from: conversion.from.definition.inputType,
      to: conversion.to.definition.inputType,
      records,
      done,
      failed,
      examples: examples.map((one) => ({
        _id: one._id,
        name: one.name,
        value:
          conversion.from.definition.sensitive === true
            ? MASK
            : textOfValue(conversion.from, one.value, conversion.timeZone).slice(0, MAX_TEXT),
      })),
    })),
    problem,
  };
}

/** Characters of a value in an example. */
export const MAX_TEXT = 200;
