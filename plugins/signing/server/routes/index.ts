import type { PluginRouteDefinition } from '#engine';
import type { JsonObject } from '#engine/model';
import { AREA_ENDPOINTS } from './area-endpoints.ts';
import { FILE_TYPES, MERGE, mergeDocuments, READ, readDocument } from './document-files.ts';
import { createStatusAction, fetchPages, sendToMany } from './forms.ts';
import { cancel, forward, listEvents, remindNow, requestSignature, signInPerson } from './requests.ts';
import { convertToDocument, download, downloadProof, downloadWithCertificate, mergeResults, sendAsPdf, sendCopies } from './results.ts';
import { bodyOf, EMAIL, ID, NAME, NOTES, PDF, REASON, STRING } from './schemas.ts';

const RESULT: JsonObject = { type: 'object', properties: { _id: STRING } };
/** A record of which only the id counts. */
const RECORD: JsonObject = { type: 'object', required: ['_id'], properties: { _id: ID }, additionalProperties: true };
const UPLOAD: JsonObject = {
  type: 'object',
  required: ['path', 'filename', 'size', 'type'],
  properties: { path: STRING, filename: STRING, size: { type: 'integer' }, type: STRING },
};
const DOC = bodyOf({ docId: ID }, ['docId']);
const INSTANCES = '/api/interactive-document-instances';
const FORMS = '/api/interactive-documents';

const FORM_ROUTES: readonly PluginRouteDefinition[] = [
  // A merge runs for two minutes at most, after those that wait before it.
  { method: 'POST', path: `${FORMS}/create-merged-pdf`, deadline: 600_000, handle: mergeDocuments, ...MERGE, errors: [] },
  {
    method: 'POST',
    path: `${FORMS}/retrieve-file-buffer/by-path`,
    readOnly: true,
    downloads: FILE_TYPES,
    handle: readDocument,
    ...READ,
    errors: [],
  },
  {
    method: 'POST',
    path: `${FORMS}/generate-images-from-url`,
    summary: 'Fetch a PDF for the pages of a form',
    deadline: 120_000,
    status: 201,
    bodySchema: bodyOf({ url: { type: 'string', minLength: 1, maxLength: 2_000 } }, ['url']),
    responseSchema: {
      type: 'object',
      required: ['path', 'filename', 'pages'],
      properties: {
        ...{ path: STRING, filename: STRING },
        pages: { type: 'array', items: { type: 'object', properties: { width: { type: 'number' }, height: { type: 'number' } } } },
        fields: { type: 'array', items: { type: 'object' } },
        removed: { type: 'array', items: STRING },
      },
    },
    handle: fetchPages,
  },
  {
    method: 'POST',
    path: `${FORMS}/:document/publish`,
    summary: 'Let a form be sent',
    responseSchema: RESULT,
    handle: createStatusAction('Active'),
  },
  {
    method: 'POST',
    path: `${FORMS}/:document/archive`,
    summary: 'Send a form no more',
    responseSchema: RESULT,
    handle: createStatusAction('Archived'),
  },
  {
    method: 'POST',
    path: `${FORMS}/:document/send-to-many`,
    summary: 'Send a form to many people',
    status: 202,
    moduleNames: ['module'],
    bodySchema: bodyOf(
      { module: ID, ids: { type: 'array', minItems: 1, maxItems: 2_000, items: ID }, view: ID, role: NAME, notes: NOTES },
      ['module'],
    ),
    responseSchema: { type: 'object', required: ['job'], properties: { job: STRING } },
    handle: sendToMany,
  },
];

const REQUEST_ROUTES: readonly PluginRouteDefinition[] = [
  {
    method: 'POST',
    path: `${INSTANCES}/request-signature`,
    summary: 'Ask for signatures',
    bodySchema: bodyOf(
      {
        ...{ docId: ID, recipientId: ID, requestor: NAME, requestorEmail: { type: 'string', maxLength: 254 }, requestee: NAME },
        ...{ email: { type: 'string', maxLength: 254 }, docName: NAME, notes: NOTES },
      },
      ['docId'],
    ),
    responseSchema: RESULT,
    handle: requestSignature,
  },
  {
    method: 'POST',
    path: `${INSTANCES}/resend-single-agreement-reminder`,
    summary: 'Remind those whose turn it is',
    bodySchema: bodyOf({ agreement: { anyOf: [ID, RECORD] }, recipientId: ID }, ['agreement']),
    responseSchema: RESULT,
    handle: remindNow,
  },
  {
    method: 'POST',
    path: `${INSTANCES}/:id/cancel`,
    summary: 'Make a document void',
    bodySchema: bodyOf({ reason: REASON }, ['reason']),
    responseSchema: RESULT,
    handle: cancel,
  },
  {
    method: 'POST',
    path: `${INSTANCES}/:id/forward`,
    summary: 'Let somebody else sign instead of a recipient',
    bodySchema: bodyOf({ recipientId: ID, name: NAME, email: EMAIL, reason: NOTES }, ['recipientId', 'name', 'email']),
    responseSchema: RESULT,
    handle: forward,
  },
  {
    method: 'POST',
    path: `${INSTANCES}/:id/sign-in-person`,
    summary: 'Let a recipient sign on this device',
    bodySchema: bodyOf({ recipientId: ID }, ['recipientId']),
    responseSchema: {
      type: 'object',
      required: ['url', 'token', 'expiresAt'],
      properties: { url: STRING, token: STRING, expiresAt: STRING },
    },
    handle: signInPerson,
  },
  {
    method: 'GET',
    path: `${INSTANCES}/:id/events`,
    summary: 'The log of a document, with the check of its hashes',
    responseSchema: {
      type: 'object',
      required: ['data', 'isIntact'],
      properties: { data: { type: 'array' }, isIntact: { type: 'boolean' } },
    },
    handle: listEvents,
  },
];

const RESULT_ROUTES: readonly PluginRouteDefinition[] = [
  {
    method: 'POST',
    path: `${INSTANCES}/send-copies`,
    summary: 'Send copies of a completed document',
    bodySchema: bodyOf({
      docId: ID,
      document: RECORD,
      typesToSend: { type: 'array', maxItems: 20, items: NAME },
      ...{ signerMessage: NOTES, approverMessage: NOTES, sendToAll: { type: 'boolean' } },
      emailOverrides: { type: 'object', additionalProperties: EMAIL, maxProperties: 50 },
    }),
    responseSchema: RESULT,
    handle: sendCopies,
  },
  {
    method: 'POST',
    path: `${INSTANCES}/send-doc-pdf`,
    summary: 'Send the certified file to an address',
    bodySchema: bodyOf({ docId: ID, email: EMAIL, subject: NAME, message: NOTES }, ['docId', 'email']),
    responseSchema: RESULT,
    handle: sendAsPdf,
  },
  {
    method: 'POST',
    path: `${INSTANCES}/convert-to-document`,
    summary: 'The certified file as a document',
    status: 201,
    bodySchema: bodyOf({ docId: ID, name: NAME, category: NAME }, ['docId']),
    responseSchema: RESULT,
    handle: convertToDocument,
  },
  ...[
    { path: 'download', summary: 'Download the certified file', handle: download },
    {
      path: 'download-with-coc',
      summary: 'Download the certified file with its certificate of completion',
      handle: downloadWithCertificate,
    },
    { path: 'download-certificate', summary: 'Download the certificate of completion', handle: downloadProof },
  ].map(
    ({ path, summary, handle }): PluginRouteDefinition => ({
      method: 'POST',
      path: `${INSTANCES}/${path}`,
      summary,
      deadline: 120_000,
      readOnly: true,
      downloads: PDF,
      bodySchema: DOC,
      handle,
    }),
  ),
  {
    method: 'POST',
    path: `${INSTANCES}/download-merged`,
    summary: 'Merge the certified files of documents into one PDF',
    deadline: 600_000,
    status: 201,
    bodySchema: bodyOf({ ids: { type: 'array', minItems: 1, maxItems: 100, items: ID }, title: NAME }, ['ids']),
    responseSchema: UPLOAD,
    handle: mergeResults,
  },
];

/** All endpoints of the plugin. */
export const SIGNING_ENDPOINTS: readonly PluginRouteDefinition[] = [...FORM_ROUTES, ...REQUEST_ROUTES, ...RESULT_ROUTES, ...AREA_ENDPOINTS];
