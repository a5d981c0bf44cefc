import { IMPORT_DATE_ORDERS, IMPORT_DELIMITERS, IMPORT_DUPLICATE_ACTIONS, IMPORT_ENCODINGS, IMPORT_LINK_KEYS } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';

/** How a file is read; absent: as found. */
export const READ_PROPERTIES = {
  encoding: { enum: [...IMPORT_ENCODINGS] },
  delimiter: { enum: [...IMPORT_DELIMITERS] },
  header: { type: 'boolean', description: 'The first row has the names of the columns.' },
  sheet: { type: 'string', minLength: 1, maxLength: 200, description: 'Name of the sheet of an Excel file; default the first one.' },
};

const TEXT = { type: 'string', minLength: 1, maxLength: 200 };
const VERSION = { type: 'integer', minimum: 1 };
const REPLACEMENT = { type: ['string', 'null'], maxLength: 10_000 };
const PLACE = { type: 'integer', minimum: 0, maximum: 999 };

const COLUMN: JsonObject = {
  type: 'object',
  required: ['index', 'field'],
  properties: {
    index: { ...PLACE, description: 'Place of the column in the file, from 0.' },
    field: { type: ['string', 'null'], minLength: 1, maxLength: 200, description: 'Name of a field; null: it is not imported.' },
    dateOrder: { enum: [...IMPORT_DATE_ORDERS] },
    decimal: { enum: ['.', ','] },
    separator: { type: 'string', minLength: 1, maxLength: 5 },
    linkBy: { enum: [...IMPORT_LINK_KEYS] },
    createMissing: { type: 'boolean' },
  },
};

const CORRECTIONS: JsonObject = {
  type: 'object',
  required: ['cells', 'values'],
  properties: {
    cells: {
      type: 'array',
      maxItems: 5_000,
      items: {
        type: 'object',
        required: ['row', 'column', 'value'],
        properties: { row: { type: 'integer', minimum: 1 }, column: PLACE, value: REPLACEMENT },
      },
    },
    values: {
      type: 'array',
      maxItems: 2_000,
      items: {
        type: 'object',
        required: ['column', 'text', 'value'],
        properties: { column: PLACE, text: { type: 'string', maxLength: 10_000 }, value: REPLACEMENT },
      },
    },
  },
};

/** Bodies of the endpoints of imports. */
export const IMPORT_BODY_SCHEMAS: { readonly [endpoint: string]: JsonObject } = {
  'POST /api/imports': {
    type: 'object',
    required: ['module', 'path'],
    properties: { module: TEXT, path: { ...TEXT, maxLength: 1_000, description: 'Path of a file that was uploaded.' } },
  },
  'PUT /api/imports/:id': {
    type: 'object',
    properties: {
      _id: TEXT,
      _version: VERSION,
      file: { type: 'object', properties: READ_PROPERTIES },
      columns: { type: 'array', maxItems: 1_000, items: COLUMN },
      constants: { type: 'object', description: 'Values of all rows, by name of field.' },
      duplicates: {
        type: 'object',
        required: ['action', 'by'],
        properties: { action: { enum: [...IMPORT_DUPLICATE_ACTIONS] }, by: { type: 'array', maxItems: 10, items: TEXT } },
      },
      corrections: CORRECTIONS,
    },
  },
  'POST /api/imports/:id/start': {
    type: 'object',
    properties: { _version: VERSION, again: { type: 'boolean', description: 'Imports a file again that was imported before.' } },
  },
};
