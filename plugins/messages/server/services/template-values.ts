import { MusterError, SYSTEM_ACTOR, type PluginRouteContext, type VisibleRecord } from '#engine';
import { formatPhone, toText, type JsonObject } from '#engine/model';
import { ADDRESS_FIELDS, EMAIL_FIELDS, PHONE_FIELDS } from '../../shared/variables.ts';
import type { TemplateValues } from './template-engine.ts';

type Context = Pick<PluginRouteContext, 'records' | 'actor'>;

/** The record that a message is for. */
export interface MessageTarget {
  readonly module: string;
  readonly record: string;
}

/** A record as the caller may see it, and what templates know of it. Errors: those of `records.get`. */
export async function readTarget(
  context: Context,
  { module, record }: MessageTarget,
): Promise<{ readonly found: VisibleRecord; readonly values: TemplateValues }> {
  const found = await context.records.get(context.actor, { module, id: record });
  const person = readVariables(found);
  const [account, user] = await Promise.all([readAccount(context, module, found), readUser(context)]);
  return { found, values: { target: person, contact: person, lead: person, account, user } };
}

/** The main e-mail address of a record; undefined: it has none. */
export function getEmail(record: VisibleRecord): string | undefined {
  for (const field of EMAIL_FIELDS) {
    const value = record[field];
    if (typeof value === 'string' && value !== '') return value;
    const entries = Array.isArray(value) ? (value as readonly JsonObject[]) : [];
    const address = toText((entries.find(({ primary }) => primary === true) ?? entries[0])?.['email_address']);
    if (address !== '') return address;
  }
  return undefined;
}

/** The first phone number of a record, by its digits; undefined: it has none. */
export function getPhone(record: VisibleRecord): string | undefined {
  return PHONE_FIELDS.map((field) => toText(record[field])).find((phone) => phone !== '');
}

function readVariables(record: VisibleRecord): { readonly [name: string]: string } {
  const address = ADDRESS_FIELDS.map((field) => record[field]).find((value) => typeof value === 'object' && value !== null) as
    | JsonObject
    | undefined;
  const values: { [name: string]: string } = { email: getEmail(record) ?? '', phone: formatPhone(getPhone(record) ?? '') };
  for (const name of ['name', 'first_name', 'last_name', 'title', 'profession', 'website']) values[name] = toText(record[name]);
  for (const name of ['street', 'city', 'state', 'zip']) values[name] = toText(address?.[name] ?? record[name]);
  return values;
}

/** The account of a record: itself, or the one that it belongs to, if the caller may see it. */
async function readAccount(
  { records, actor }: Context,
  module: string,
  record: VisibleRecord,
): Promise<{ readonly [name: string]: string }> {
  if (module === 'accounts') return readVariables(record);
  const id = toText(record[`accounts_${module}`]);
  if (id === '') return {};
  const account = await records.get(actor, { module: 'accounts', id }).catch((error: unknown) => {
    if (error instanceof MusterError && ['record_not_found', 'module_access_denied', 'module_not_found'].includes(error.code))
      return undefined;
    throw error;
  });
  return account === undefined ? {} : readVariables(account);
}

async function readUser({ records, actor }: Context): Promise<{ readonly [name: string]: string }> {
  if (actor.userId === undefined) return {};
  return readVariables(await records.get(SYSTEM_ACTOR, { module: 'users', id: actor.userId }));
}
