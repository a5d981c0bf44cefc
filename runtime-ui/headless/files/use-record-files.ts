import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { FieldView, ModuleSummary, ModuleView, RelationView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import {
  createIdempotentSend,
  createRecord,
  queryKeys,
  searchRecords,
  useInvalidateRecords,
  type ApiError,
  type IdempotentSend,
  type PageResponse,
  type RecordData,
  type UploadedFile,
} from '../../client/index.ts';
import { createPayload, initialDraft, type Draft } from '../form/draft.ts';
import { findField } from '../module/module-finders.ts';
import { isEmptyValue, type RecordValues } from '../module/record-value.ts';
import { relatedPrefill } from '../record/use-related.ts';

/** A module of files that refer to the records of another module, with the relations between them. */
export interface FileModule {
  readonly name: string;
  readonly relations: readonly RelationView[];
}

/** The modules of files that can be attached to a module's records. */
export function fileModulesOf(module: ModuleView, known: readonly ModuleSummary[]): readonly FileModule[] {
  const names = new Set(known.filter(({ files }) => files === true).map(({ name }) => name));
  const found = new Map<string, RelationView[]>();
  for (const relation of module.relations) {
    const [name = ''] = relation.modules;
    if (relation.direction === 'reverse' && relation.modules.length === 1 && names.has(name))
      found.set(name, [...(found.get(name) ?? []), relation]);
  }
  return [...found].map(([name, relations]) => ({ name, relations }));
}

/** The File fields of a record that have a value, with the path. */
export function findFieldFiles(module: ModuleView, record: RecordValues): readonly { readonly field: FieldView; readonly path: string }[] {
  return module.fields.flatMap((field) => {
    const path = record[field.fieldName];
    return field.inputType === 'File' && typeof path === 'string' && !isEmptyValue(path) ? [{ field, path }] : [];
  });
}

/** Maximum number of files shown; the module's own list shows all. */
export const MAX_FILES = 50;

/** The files attached to a record, newest first. */
export function useRecordFiles(module: ModuleView, id: string, other: ModuleView, relations: readonly RelationView[]) {
  const pointing = relations.map(
    (relation): JsonObject => ({ [relation.fieldName]: { equals: relation.flex ? { module: module.name, id } : id } }),
  );
  const names = [other.nameField, 'path', 'filename', 'createdAt', 'created_by'].filter((name) => findField(other, name) !== undefined);
  const input = {
    pageNumber: 0,
    pageSize: MAX_FILES,
    sortField: 'createdAt',
    sortOrder: 'desc' as const,
    fields: [...new Set(names)],
    searchTerms: pointing.length === 1 ? (pointing[0] ?? {}) : { or: pointing },
  };
  return useQuery<PageResponse<RecordData>, ApiError>({
    queryKey: queryKeys.related(module.name, id, `files:${other.name}`, input),
    queryFn: ({ signal }) => searchRecords<RecordData>(other.path, input, signal),
  });
}

/** Creates the record of an uploaded file and attaches it by all relations. Throws the error of the save. */
export function useAttachFile(
  module: ModuleView,
  record: { readonly _id: string; readonly name: string },
  other: ModuleView,
  relations: readonly RelationView[],
): (uploaded: UploadedFile) => Promise<string> {
  const drop = useInvalidateRecords();
  // Several files may be uploaded at a time: each has its own key.
  const sent = useRef(new Map<string, IdempotentSend>());
  return async (uploaded) => {
    const attached: Draft = Object.assign({}, ...relations.map((relation) => relatedPrefill(module, relation, other, record))) as Draft;
    const draft = initialDraft(other, {
      ...attached,
      [other.nameField]: uploaded.filename,
      filename: uploaded.filename,
      path: uploaded.path,
    });
    const fields = createPayload(other, draft);
    const once = sent.current.get(uploaded.path) ?? createIdempotentSend();
    sent.current.set(uploaded.path, once);
    const { data } = await once(fields, (idempotencyKey) => createRecord(other.path, fields, { idempotencyKey }));
    await drop([other.name, module.name]);
    return data._id;
  };
}
