import { createConverter, type ConversionResult, type FieldConversion } from '#engine/model/conversions';
import { isEncrypted } from '../../ports/index.ts';
import type { JsonValue } from '#engine/model/values';
import type { OpenValue } from '../contract.ts';
import type { FieldChange, ModuleHistory, PublishedConversion } from './field-history.ts';
import type { ModuleNameHistory } from './module-names.ts';

/**
 * A field whose values are to get another type in a later version: until then every save writes the keys of both types, and a job
 * adds the new ones to the records that are not saved.
 */
export interface PendingConversion {
  /** Id of the change-set that is published when all records have the new keys. */
  readonly changeSet: string;
  /** Stable id of the module. */
  readonly module: string;
  /** The id under which the values of the field are stored. */
  readonly field: string;
  /** Id of the new key. */
  readonly key: string;
  /** Version of the definitions since which saves write both keys. */
  readonly version: number;
  readonly conversion: FieldConversion;
}

/** The key of a field, if it differs from its id, and the conversion that has begun. */
export interface FieldKey {
  readonly key?: string;
  readonly upcoming?: PendingConversion;
}

/** What the store has of earlier definitions. */
export interface StoredValues {
  /** By stable id of the module. */
  readonly histories: ReadonlyMap<string, ModuleHistory>;
  /** The conversions that have begun; default: none. */
  readonly pending?: readonly PendingConversion[];
  /** The names that modules had; default: none was renamed. */
  readonly moduleNames?: readonly ModuleNameHistory[];
  /** The change-set whose conversions are complete: its fields have their new types and keys. */
  readonly adopts?: string | undefined;
}

/** The id of the key that a conversion writes. It is never used again, so that no search finds what an earlier conversion wrote. */
export function newKeyId(storedId: string, version: number): string {
  return `${storedId}~t${version}`;
}

/** The keys of converted fields, by the ids under which their values are stored, by the stable id of their module. */
export function listFieldKeys({ histories, pending = [], adopts }: StoredValues): ReadonlyMap<string, ReadonlyMap<string, FieldKey>> {
  const modules = new Map<string, Map<string, FieldKey>>();
  const put = (module: string, field: string, key: FieldKey): void => {
    const fields = modules.get(module) ?? new Map<string, FieldKey>();
    modules.set(module, fields.set(field, { ...fields.get(field), ...key }));
  };
  for (const [module, history] of histories)
    for (const { conversion } of history) if (conversion !== undefined) put(module, conversion.field, { key: conversion.key });
  for (const one of pending) put(one.module, one.field, one.changeSet === adopts ? { key: one.key } : { upcoming: one });
  return modules;
}

const converters = new WeakMap<PublishedConversion, (value: JsonValue | undefined) => ConversionResult>();

/**
 * The value of a document after a published change of its field; undefined: it has none any more. An encrypted value that is not opened
 * stays as it is.
 */
export function convertStored({ conversion }: FieldChange, stored: JsonValue, open?: OpenValue): JsonValue | undefined {
  if (conversion === undefined) return stored;
  const isStillEncrypted = conversion.from.definition.sensitive === true && isEncrypted(stored);
  const value = isStillEncrypted ? open?.(stored, conversion.field) : stored;
  if (value === undefined) return stored;
  let convert = converters.get(conversion);
  if (convert === undefined) converters.set(conversion, (convert = createConverter(conversion)));
  const result = convert(value);
  return result.ok ? result.value : undefined;
}
