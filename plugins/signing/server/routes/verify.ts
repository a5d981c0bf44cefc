import { createHash } from 'node:crypto';
import { SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteResponse } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { listSigners } from '../../shared/turns.ts';
import { readLog } from '../services/completion.ts';
import { findBreak } from '../services/signing-events.ts';
import { findInstance, INSTANCES, toInstance, type Instance } from '../services/instances.ts';

const UNKNOWN: PluginRouteResponse = { body: { isKnown: false } };

/** `GET /api/esign/verify/:envelope`: what everybody may know of a document that was sent. */
export async function verifyEnvelope(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const instance = await findInstance(context, context.parameters['envelope'] ?? '');
  if (instance === undefined || toText(instance.record['sent_at']) === '') return UNKNOWN;
  return { body: await describeProof(context, instance) };
}

/** `POST /api/esign/verify`: whether a file is, byte for byte, a result of this installation. */
export async function verifyFile(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { sha256, content } = context.body as { readonly sha256?: string; readonly content?: string };
  if (sha256 === undefined && content === undefined) return context.refuse('body_invalid');
  const hash =
    sha256?.toLowerCase() ??
    createHash('sha256')
      .update(Buffer.from(content ?? '', 'base64'))
      .digest('hex');
  const { data } = await context.records.find(SYSTEM_ACTOR, {
    module: INSTANCES,
    filter: { result_hash: { equals: hash } },
    limit: 1,
    totalLimit: 1,
  });
  return data[0] === undefined ? UNKNOWN : { body: await describeProof(context, toInstance(data[0])) };
}

/** Nothing private: no names, no addresses, no titles. */
async function describeProof(context: PluginRouteContext, instance: Instance): Promise<JsonObject> {
  const { id, status, record, recipients, data } = instance;
  const end = { sequence: Number(record['event_count'] ?? 0), hash: toText(record['event_hash']) };
  const signers = listSigners(recipients, data);
  const optional = { completedAt: record['completed_at'], original: record['original_hash'], result: record['result_hash'] };
  return {
    isKnown: true,
    envelope: id,
    status,
    signatures: signers.filter((one) => one.status === 'Signed').length,
    isIntact: findBreak(id, await readLog(context, id), end) === undefined,
    ...Object.fromEntries(Object.entries(optional).flatMap(([name, value]) => (toText(value) === '' ? [] : [[name, toText(value)]]))),
  };
}
