import type { JsonValue } from '#engine/model/values';
import { EXPORT_FORMATS, EXPORT_VALUES, type ExportFormat, type ExportValues } from '../../exports/index.ts';
import { compileCheck, type ParameterCheck } from './parameters.ts';
import { SEARCH_SCHEMA, UNUSED_PROPERTIES, type SearchParameters } from './search-input.ts';

/** Parameters of an export. */
export interface ExportParameters
  extends Pick<SearchParameters, 'searchTerms' | 'search' | 'sortField' | 'sortOrder' | 'thenBy' | 'fields'> {
  readonly format?: ExportFormat;
  readonly values?: ExportValues;
  readonly ids?: readonly string[];
}

const { searchTerms, search, sortField, sortOrder, thenBy, fields } = SEARCH_SCHEMA.properties;

const OWN: { readonly [name: string]: JsonValue } = {
  format: { type: 'string', enum: [...EXPORT_FORMATS] },
  values: {
    type: 'string',
    enum: [...EXPORT_VALUES],
    description: 'As people read them, the default of csv and xlsx, or as in the API, the default of ndjson.',
  },
  ids: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 200 },
    minItems: 1,
    maxItems: 100_000,
    description: 'Only these of the records.',
  },
};

const properties = {
  ...OWN,
  searchTerms,
  search,
  sortField,
  sortOrder,
  thenBy,
  fields,
  ...UNUSED_PROPERTIES,
};

/** Bytes of the body of an export: it may name a selection. */
export const MAX_EXPORT_BYTES = 8 * 1_048_576;

/** Body of an export of a module. */
export const EXPORT_SCHEMA = { type: 'object', additionalProperties: false, properties };

export const exportCheck: ParameterCheck<ExportParameters> = compileCheck<ExportParameters>(EXPORT_SCHEMA);

export const exportQueryCheck: ParameterCheck<ExportParameters> = compileCheck<ExportParameters>(
  { ...EXPORT_SCHEMA, properties: { ...properties, module: { type: 'string' } } },
  { jsonParameters: ['searchTerms', 'thenBy'], listParameters: ['fields', 'ids'] },
);

/** Body of `export-to-spreadsheet`: an export of the named module. */
export const SPREADSHEET_SCHEMA = {
  ...EXPORT_SCHEMA,
  required: ['module'],
  properties: { module: { type: 'string', minLength: 1, maxLength: 200 }, ...properties },
};

export const spreadsheetCheck: ParameterCheck<ExportParameters & { readonly module: string }> = compileCheck<
  ExportParameters & { readonly module: string }
>(SPREADSHEET_SCHEMA);
