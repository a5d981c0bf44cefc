import {
  IMPORT_DELIMITERS,
  IMPORT_DUPLICATE_ACTIONS,
  IMPORT_ENCODINGS,
  IMPORT_FORMATS,
  IMPORT_LINK_KEYS,
  IMPORT_DATE_ORDERS,
  IMPORT_ROW_STATES,
  IMPORT_STATES,
  type ImportCellView,
  type ImportColumnView,
  type ImportCorrections,
  type ImportDuplicates,
  type ImportFieldView,
  type ImportFileView,
  type ImportProblemKind,
  type ImportProgress,
  type ImportRefusal,
  type ImportRowView,
  type ImportSummary,
  type ImportUnknownValue,
  type ImportView,
} from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { closedObject, COUNT, FLAG, listOf, NULLABLE_TEXT, object, orNull, TEXT, TEXTS } from './schema-parts.ts';

const NULLABLE_PLACE: JsonObject = { type: ['integer', 'null'], minimum: 0 };
const SUGGESTIONS: JsonObject = listOf({ ...object({ value: TEXT, label: TEXT }), additionalProperties: false });

const FILE = closedObject<ImportFileView>({
  name: TEXT,
  size: COUNT,
  format: { enum: [...IMPORT_FORMATS] },
  encoding: { enum: [...IMPORT_ENCODINGS, null] },
  delimiter: { enum: [...IMPORT_DELIMITERS, null] },
  header: FLAG,
  sheet: NULLABLE_TEXT,
  sheets: TEXTS,
});

const COLUMN = closedObject<ImportColumnView>(
  {
    index: COUNT,
    field: NULLABLE_TEXT,
    dateOrder: { enum: [...IMPORT_DATE_ORDERS] },
    decimal: { enum: ['.', ','] },
    separator: TEXT,
    linkBy: { enum: [...IMPORT_LINK_KEYS] },
    createMissing: FLAG,
    header: TEXT,
    label: NULLABLE_TEXT,
    inputType: NULLABLE_TEXT,
    refused: NULLABLE_TEXT,
    samples: TEXTS,
    problems: COUNT,
  },
  'dateOrder',
  'decimal',
  'separator',
  'linkBy',
  'createMissing',
);

const SUMMARY = closedObject<ImportSummary>({
  rows: COUNT,
  new: COUNT,
  update: COUNT,
  unchanged: COUNT,
  skip: COUNT,
  problem: COUNT,
  kinds: listOf(closedObject<ImportProblemKind>({ column: NULLABLE_PLACE, field: NULLABLE_TEXT, code: TEXT, text: TEXT, count: COUNT })),
  values: listOf(closedObject<ImportUnknownValue>({ column: COUNT, text: TEXT, count: COUNT, suggestions: SUGGESTIONS })),
  creates: listOf({ ...object({ module: TEXT, label: TEXT, count: COUNT }), additionalProperties: false }),
  seconds: COUNT,
});

const CORRECTIONS = closedObject<ImportCorrections>({
  cells: listOf({ ...object({ row: COUNT, column: COUNT, value: NULLABLE_TEXT }), additionalProperties: false }),
  values: listOf({ ...object({ column: COUNT, text: TEXT, value: NULLABLE_TEXT }), additionalProperties: false }),
});

const IMPORT = closedObject<ImportView>({
  _id: TEXT,
  _version: COUNT,
  module: TEXT,
  state: { enum: [...IMPORT_STATES] },
  source: { enum: ['wizard', 'program'] },
  file: FILE,
  rows: COUNT,
  columns: listOf(COLUMN),
  constants: { type: 'object' },
  duplicates: closedObject<ImportDuplicates>({ action: { enum: [...IMPORT_DUPLICATE_ACTIONS] }, by: TEXTS }),
  corrections: CORRECTIONS,
  rememberedFrom: NULLABLE_TEXT,
  earlier: orNull({ ...object({ _id: TEXT, at: TEXT }), additionalProperties: false }),
  summary: orNull(SUMMARY),
  progress: closedObject<ImportProgress>({
    done: COUNT,
    total: COUNT,
    created: COUNT,
    updated: COUNT,
    unchanged: COUNT,
    skipped: COUNT,
    refused: COUNT,
  }),
  batchId: NULLABLE_TEXT,
  undoUntil: NULLABLE_TEXT,
  undoDays: COUNT,
  problem: orNull({ ...object({ code: TEXT, text: TEXT }), additionalProperties: false }),
  refused: listOf(closedObject<ImportRefusal>({ row: COUNT, field: NULLABLE_TEXT, code: TEXT, text: TEXT })),
  createdBy: TEXT,
  createdAt: TEXT,
  startedAt: NULLABLE_TEXT,
  endedAt: NULLABLE_TEXT,
  expiresAt: TEXT,
});

const CELL = closedObject<ImportCellView>({
  column: COUNT,
  text: TEXT,
  shown: NULLABLE_TEXT,
  was: NULLABLE_TEXT,
  isCorrected: FLAG,
  problem: orNull({
    ...object({ code: TEXT, text: TEXT, suggestions: SUGGESTIONS, sameText: COUNT }),
    additionalProperties: false,
  }),
});

/** Schemas of imports in responses. */
export function importSchemas(): { readonly [name: string]: JsonObject } {
  return {
    Import: IMPORT,
    ImportField: closedObject<ImportFieldView>({
      field: TEXT,
      label: TEXT,
      inputType: TEXT,
      required: FLAG,
      canMatch: FLAG,
      matchOnly: FLAG,
    }),
    ImportRow: closedObject<ImportRowView>({
      row: COUNT,
      state: { enum: [...IMPORT_ROW_STATES, null] },
      record: NULLABLE_TEXT,
      cells: listOf(CELL),
      problems: listOf({ ...object({ field: NULLABLE_TEXT, code: TEXT, text: TEXT }), additionalProperties: false }),
    }),
  };
}
