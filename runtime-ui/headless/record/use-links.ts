import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldView, ModuleView, RelationView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { createIdempotentSend, invalidateRecords, getRecord, updateRecord, type IdempotentSend } from '../../client/index.ts';
import { toWireValue } from '../form/wire-value.ts';
import { findField } from '../module/module-finders.ts';
import { isObject, type RecordValues } from '../module/record-value.ts';
import { isAllowed, isOwnRecord, isWritable } from './ownership.ts';

type Saved = RecordValues & { readonly _id: string };

/** The field that stores a link, and its record. */
export interface LinkLocation {
  readonly holder: ModuleView;
  readonly id: string;
  readonly field: FieldView;
}

/** Links between a record and the records of a related list. */
export interface Links {
  /** Whether the user may link existing records. */
  readonly canLink: boolean;
  /** Whether the user may unlink a record of the list. */
  canUnlink(other: Saved): boolean;
  /** Where a record is linked, if other users may unlink it but this one may not. */
  findLock(other: Saved): LinkLocation | undefined;
  /** Return the batch, for undo. Reject with ApiError if the save is refused. */
  link(otherId: string): Promise<string | undefined>;
  unlink(otherId: string): Promise<string | undefined>;
}

/** Linking saves the record that has the field: the other record for a reverse relation, else this one. */
export function useLinks(module: ModuleView, record: Saved, relation: RelationView, other: ModuleView, userId: string | undefined): Links {
  const client = useQueryClient();
  const [idempotentSend] = useState(createIdempotentSend);
  const isReverse = relation.direction === 'reverse';
  const holder = isReverse ? other : module;
  const field = findField(holder, relation.fieldName);
  const mayChange = (one: Saved): boolean =>
    field !== undefined && isAllowed(holder, 'edit', one, userId) && isWritable(field, isOwnRecord(one, userId));
  // The chosen record is not known yet: users who may change some records can try, and get an error if it is another user's record.
  const mayChangeSome = field !== undefined && holder.rights.edit !== 'None' && isWritable(field, true);
  const save = async (otherId: string, isLinked: boolean): Promise<string | undefined> => {
    if (field === undefined) return undefined;
    const [holderId, end] = isReverse
      ? [otherId, { module: module.name, id: record._id }]
      : [record._id, { module: other.name, id: otherId }];
    try {
      return await saveLink({ holder, id: holderId, field, end, isLinked, idempotentSend });
    } finally {
      await invalidateRecords(client, [module.name, other.name]);
    }
  };
  const canUnlink = (one: Saved): boolean => field?.required !== true && mayChange(isReverse ? one : record);
  return {
    canLink: isReverse ? mayChangeSome : mayChange(record),
    canUnlink,
    findLock: (one) =>
      field === undefined || field.readOnly === true || canUnlink(one)
        ? undefined
        : { holder, id: isReverse ? one._id : record._id, field },
    link: (id) => save(id, true),
    unlink: (id) => save(id, false),
  };
}

interface End {
  readonly module: string;
  readonly id: string;
}

interface LinkSave extends LinkLocation {
  readonly end: End;
  readonly isLinked: boolean;
  readonly idempotentSend: IdempotentSend;
}

async function saveLink({ holder, id, field, end, isLinked, idempotentSend }: LinkSave): Promise<string | undefined> {
  const save = async (fields: RecordValues): Promise<string | undefined> =>
    (await idempotentSend([id, fields], (idempotencyKey) => updateRecord(holder.path, id, fields, { idempotencyKey }))).batchId;
  const own: JsonValue = field.inputType.endsWith('FlexRelate') ? { ...end } : end.id;
  if (!field.inputType.startsWith('Multi')) return save({ [field.fieldName]: isLinked ? own : null });
  // A list is written as a whole: based on the stored one, and refused if that changes in between.
  const stored = await getRecord(holder.path, id);
  const list = toWireValue(field, stored[field.fieldName]);
  const rest = (Array.isArray(list) ? (list as readonly JsonValue[]) : []).filter((one) => !isEnd(one, end));
  return save({ [field.fieldName]: isLinked ? [...rest, own] : rest, _version: stored._version });
}

function isEnd(value: JsonValue, end: End): boolean {
  return isObject(value) ? value.id === end.id && value.module === end.module : value === end.id;
}
