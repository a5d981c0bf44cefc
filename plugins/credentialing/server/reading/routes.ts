import type { PluginRouteContext, PluginRouteDefinition, PluginRouteResponse } from '#engine';
import type { JsonObject } from '#engine/model';
import { READING_FIELDS } from '../../shared/reading.ts';
import { acceptReading } from './accept-reading.ts';
import { findReading, readItem, requireItem } from './readings.ts';
import { showReading, showUnread } from './reading-view.ts';

const STRING = { type: 'string' };
const NUMBER = { type: 'number' };
const DAY = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const VALUE = { type: 'string', minLength: 1, maxLength: 200 };
const BOX: JsonObject = { type: 'object', properties: { x: NUMBER, y: NUMBER, width: NUMBER, height: NUMBER } };
const READING: JsonObject = {
  type: 'object',
  required: ['document', 'status', 'problem', 'page_count', 'read_at', 'proposals'],
  properties: {
    document: STRING,
    status: { enum: ['Read', 'Not readable', 'Not read'] },
    problem: { type: ['object', 'null'], properties: { code: STRING, text: STRING } },
    page_count: { type: 'integer' },
    read_at: { type: ['string', 'null'] },
    proposals: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          ...{
            field: { enum: [...READING_FIELDS] },
            value: STRING,
            label: STRING,
            page: { type: 'integer' },
            box: BOX,
            confidence: NUMBER,
          },
          comparison: { type: 'object', properties: { state: { enum: ['fine', 'check', 'problem'] }, code: STRING, text: STRING } },
        },
      },
    },
  },
};
const PATH = '/api/credentialing-required-items/:item';
/** One document is read at a time, each for 90 seconds at most. */
const DEADLINE = 600_000;

/** `POST …/read-document`: reads the document, unless it was read already; `again` reads it again. */
async function readDocument(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { actor, rights, setting, refuse, parameters } = context;
  if (setting('document_reading') === 'Off') return refuse('reading_off');
  const item = await requireItem(context, actor, parameters['item'] ?? '');
  const { again = false } = (context.body ?? {}) as { readonly again?: boolean };
  const stored = again ? undefined : await findReading(context, item);
  const reading = stored ?? (await readItem(context, actor, item));
  return { body: await showReading(context, actor, { item, reading, isStaff: rights.isStaff }) };
}

/** `GET …/reading`: what was read of the present document. */
async function getReading(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { actor, rights, parameters } = context;
  const item = await requireItem(context, actor, parameters['item'] ?? '');
  const reading = await findReading(context, item);
  return { body: reading === undefined ? showUnread(item) : await showReading(context, actor, { item, reading, isStaff: rights.isStaff }) };
}

/** The endpoints of reading documents. */
export const READING_ROUTES: readonly PluginRouteDefinition[] = [
  {
    method: 'POST',
    path: `${PATH}/read-document`,
    deadline: DEADLINE,
    summary: 'Read names, days and numbers from the document of a required item',
    bodySchema: { type: 'object', properties: { again: { type: 'boolean', description: 'Also if it was read already.' } } },
    responseSchema: READING,
    errors: ['reading_off', 'reading_document_missing', 'reading_kind_refused', 'reading_outdated'],
    handle: readDocument,
  },
  {
    method: 'GET',
    path: `${PATH}/reading`,
    summary: 'What was read from the document of a required item',
    responseSchema: READING,
    errors: ['reading_document_missing'],
    handle: getReading,
  },
  {
    method: 'POST',
    path: `${PATH}/accept-reading`,
    summary: 'Save values that were read from the document of a required item',
    bodySchema: {
      type: 'object',
      required: ['document', 'values'],
      properties: {
        document: { type: 'string', minLength: 1, maxLength: 500, description: 'The `document` of the reading.' },
        values: {
          type: 'object',
          minProperties: 1,
          properties: { name: VALUE, issue_date: DAY, end_date: DAY, number: VALUE, npi: VALUE },
        },
        version: { type: 'integer', minimum: 1, description: 'The `_version` of the item.' },
      },
    },
    responseSchema: { type: 'object', required: ['_id'], properties: { _id: STRING } },
    errors: ['reading_document_missing', 'reading_outdated', 'evidence_npi_invalid'],
    handle: acceptReading,
  },
];
