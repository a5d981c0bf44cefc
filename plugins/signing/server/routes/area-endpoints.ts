import type { PluginRouteDefinition } from '#engine';
import type { JsonObject } from '#engine/model';
import { CALLS } from '../services/calls.ts';
import { OPEN_ROUTE } from '../services/signing-link.ts';
import { bodyOf, EMAIL, ID, NAME, NOTES, PDF, REASON, STRING } from './schemas.ts';
import { decline, delegate, downloadCertificate, downloadCopy, finish, saveValues } from './sign.ts';
import {
  addFile,
  addPicture,
  downloadPages,
  downloadPicture,
  giveConsent,
  openDocument,
  proveIdentity,
  requestCode,
} from './signing-area.ts';
import { verifyEnvelope, verifyFile } from './verify.ts';

const RESULT: JsonObject = { type: 'object', properties: { channel: STRING, hint: STRING } };
const ZONE: JsonObject = { type: 'string', maxLength: 60 };
const VALUES: JsonObject = { type: 'object', additionalProperties: true, maxProperties: 2_000 };
const STATE: JsonObject = {
  type: 'object',
  required: ['status', 'tokens'],
  properties: { status: STRING, tokens: { type: 'object', additionalProperties: STRING } },
};
/** Of a file as Base64, with what surrounds it. */
const MOST_BODY = 14_680_064;
/** As Base64: 10 MB. */
const CONTENT: JsonObject = { type: 'string', minLength: 1, maxLength: 14_000_000 };

const SIGNING_ROUTES: readonly PluginRouteDefinition[] = [
  {
    ...OPEN_ROUTE,
    access: 'link',
    summary: 'Open a document to sign',
    requestsPerMinute: 120,
    bodySchema: bodyOf({ timeZone: ZONE }),
    responseSchema: STATE,
    handle: openDocument,
  },
  {
    ...CALLS.sendCode,
    access: 'link',
    summary: 'Send the code of the second factor',
    requestsPerMinute: 10,
    responseSchema: RESULT,
    handle: requestCode,
  },
  {
    ...{ ...CALLS.checkCode, access: 'link', summary: 'Check the code of the second factor', requestsPerMinute: 20 },
    bodySchema: bodyOf({ code: { type: 'string', minLength: 1, maxLength: 20 }, timeZone: ZONE }, ['code']),
    responseSchema: STATE,
    handle: proveIdentity,
  },
  {
    ...{ ...CALLS.consent, access: 'link', summary: 'Agree to sign electronically' },
    bodySchema: bodyOf({ version: { type: 'string', minLength: 1, maxLength: 100 }, timeZone: ZONE }, ['version']),
    responseSchema: STATE,
    handle: giveConsent,
  },
  { ...CALLS.document, access: 'link', summary: 'Download the pages of a document to sign', downloads: PDF, handle: downloadPages },
  {
    ...CALLS.picture,
    access: 'link',
    summary: 'Download a signature of the document',
    requestsPerMinute: 300,
    downloads: ['image/png'],
    handle: downloadPicture,
  },
  {
    ...{ ...CALLS.save, access: 'link', summary: 'Save values to go on later', requestsPerMinute: 120 },
    bodySchema: bodyOf({ values: VALUES }, ['values']),
    responseSchema: { type: 'object', required: ['savedAt'], properties: { savedAt: STRING } },
    handle: saveValues,
  },
  {
    ...{ ...CALLS.addPicture, access: 'link', summary: 'Add a signature or initials' },
    status: 201,
    bodySchema: bodyOf(
      {
        use: { enum: ['Signature', 'Initials'] },
        kind: { type: 'string', maxLength: 20 },
        content: { type: 'string', minLength: 1, maxLength: 700_000 },
      },
      ['use', 'kind', 'content'],
    ),
    responseSchema: { type: 'object', required: ['path', 'use', 'kind'], properties: { path: STRING, use: STRING, kind: STRING } },
    handle: addPicture,
  },
  {
    ...{ ...CALLS.addFile, access: 'link', summary: 'Add a file', maxBodyBytes: MOST_BODY, requestsPerMinute: 20 },
    status: 201,
    bodySchema: bodyOf({ input: ID, name: NAME, content: CONTENT }, ['input', 'name', 'content']),
    responseSchema: { type: 'object', required: ['path', 'name'], properties: { path: STRING, name: STRING } },
    handle: addFile,
  },
  {
    ...{ ...CALLS.finish, access: 'link', summary: 'Sign', requestsPerMinute: 120 },
    bodySchema: bodyOf({ values: VALUES, timeZone: ZONE }),
    responseSchema: STATE,
    handle: finish,
  },
  {
    ...CALLS.decline,
    access: 'link',
    summary: 'Decline to sign',
    bodySchema: bodyOf({ reason: REASON }, ['reason']),
    responseSchema: STATE,
    handle: decline,
  },
  {
    ...{ ...CALLS.delegate, access: 'link', summary: 'Let somebody else sign' },
    bodySchema: bodyOf({ name: NAME, email: EMAIL, reason: NOTES }, ['name', 'email']),
    responseSchema: { type: 'object', required: ['status'], properties: { status: STRING } },
    handle: delegate,
  },
  { ...CALLS.copy, access: 'link', summary: 'Download the signed copy', downloads: PDF, handle: downloadCopy },
  { ...CALLS.certificate, access: 'link', summary: 'Download the certificate of completion', downloads: PDF, handle: downloadCertificate },
];

const PROOF: JsonObject = {
  type: 'object',
  required: ['isKnown'],
  properties: {
    ...{ isKnown: { type: 'boolean' }, envelope: STRING, status: STRING, completedAt: STRING, signatures: { type: 'integer' } },
    ...{ isIntact: { type: 'boolean' }, original: STRING, result: STRING },
  },
};

const PUBLIC_ROUTES: readonly PluginRouteDefinition[] = [
  {
    method: 'GET',
    path: '/api/esign/verify/:envelope',
    access: 'public',
    summary: 'Verify an envelope id',
    requestsPerMinute: 30,
    responseSchema: PROOF,
    errors: [],
    handle: verifyEnvelope,
  },
  {
    method: 'POST',
    path: '/api/esign/verify',
    access: 'public',
    summary: 'Verify a file',
    requestsPerMinute: 20,
    maxBodyBytes: MOST_BODY,
    bodySchema: bodyOf({ sha256: { type: 'string', pattern: '^[0-9A-Fa-f]{64}$' }, content: CONTENT }),
    responseSchema: PROOF,
    errors: [],
    handle: verifyFile,
  },
];

/** The endpoints that need no session. */
export const AREA_ENDPOINTS: readonly PluginRouteDefinition[] = [...SIGNING_ROUTES, ...PUBLIC_ROUTES];
