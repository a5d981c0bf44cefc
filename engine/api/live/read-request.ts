import { Ajv, type ValidateFunction } from 'ajv';
import type { RawData } from 'ws';
import { LIVE_CLIENT_MESSAGE_SCHEMAS, type LiveClientMessage } from '#engine/model';

const ajv = new Ajv({ strict: true, allowUnionTypes: true, validateSchema: false, meta: false, discriminator: false });
const checks = new Map<string, ValidateFunction>();

/** Parses a client message; undefined when it is malformed. */
export function readRequest(data: RawData, isBinary: boolean): LiveClientMessage | undefined {
  if (isBinary) return undefined;
  try {
    const message = JSON.parse(toText(data)) as { readonly type?: unknown } | null;
    const { type } = message ?? {};
    return isRequestType(type) && checkOf(type)(message) ? (message as LiveClientMessage) : undefined;
  } catch {
    return undefined;
  }
}

function isRequestType(type: unknown): type is LiveClientMessage['type'] {
  return typeof type === 'string' && Object.hasOwn(LIVE_CLIENT_MESSAGE_SCHEMAS, type);
}

function checkOf(type: LiveClientMessage['type']): ValidateFunction {
  let check = checks.get(type);
  if (check === undefined) checks.set(type, (check = ajv.compile(LIVE_CLIENT_MESSAGE_SCHEMAS[type])));
  return check;
}

function toText(data: RawData): string {
  return Array.isArray(data) ? Buffer.concat(data).toString('utf8') : Buffer.from(data as Buffer).toString('utf8');
}
