import type { WorkflowRecipient } from '#engine/model/definitions';
import { isEmailAddress } from '#engine/model/field-types';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { linksOf } from '../../../records/index.ts';
import type { StepContext } from '../runs/step-context.ts';
import { findActiveUsers, type ActiveUser } from '../values/active-users.ts';
import { hideMissing } from '../values/hide-missing.ts';

/** Who gets a message, and who does not. */
export interface Recipients {
  /** Active users, each once. */
  readonly users: readonly ActiveUser[];
  /** Addresses of people who are not users, each once. */
  readonly addresses: readonly string[];
  /** Those who get none, with the reason. */
  readonly skipped: readonly SkippedRecipient[];
}

/** Somebody who gets no message. */
export type SkippedRecipient = {
  readonly recipient: string;
  readonly reason: 'opted_out' | 'invalid_email' | 'no_address' | 'inactive' | 'not_an_address';
};

/** The same while it is filled. */
interface Found {
  readonly users: Map<string, string | undefined>;
  readonly addresses: Set<string>;
  readonly skipped: SkippedRecipient[];
}

/** Resolves recipients to users and addresses. People who opted out, and invalid addresses, are skipped. */
export async function resolveRecipients(context: StepContext, recipients: readonly WorkflowRecipient[]): Promise<Recipients> {
  const found: Found = { users: new Map(), addresses: new Set(), skipped: [] };
  for (const recipient of recipients) await resolve(context, recipient, found);
  return {
    users: [...found.users].map(([id, email]) => ({ id, email })),
    addresses: [...found.addresses],
    skipped: found.skipped,
  };
}

async function resolve(context: StepContext, recipient: WorkflowRecipient, found: Found): Promise<void> {
  if ('user' in recipient) return addUsers(context, { _id: recipient.user }, recipient.user, found);
  if ('role' in recipient) return addUsers(context, { roles: recipient.role }, `role ${recipient.role}`, found);
  if ('team' in recipient) return addUsers(context, { teams: recipient.team }, `team ${recipient.team}`, found);
  if ('owner' in recipient) {
    const owner = (await context.values.record())['assigned_to'];
    if (typeof owner !== 'string') return skip(found, 'owner', 'no_address');
    return addUsers(context, { _id: owner }, owner, found);
  }
  return addField(context, recipient.field, found);
}

function skip({ skipped }: Found, recipient: string, reason: SkippedRecipient['reason']): void {
  skipped.push({ recipient, reason });
}

async function addUsers({ services }: StepContext, filter: JsonObject, named: string, found: Found): Promise<void> {
  const users = await findActiveUsers(services, filter);
  if (users.length === 0) skip(found, named, 'inactive');
  for (const { id, email } of users) found.users.set(id, email);
}

/** A Relate to users or people, an e-mail address, or a text that is one. */
async function addField(context: StepContext, path: string, found: Found): Promise<void> {
  const { value, field } = await context.values.find(path);
  if (value === undefined || value === null) return skip(found, path, 'no_address');
  if (field.type.name === 'EmailAddress') return addAddresses(value, path, found);
  if (typeof value === 'string' && field.refs.length === 0) {
    if (!isEmailAddress(value)) return skip(found, path, 'not_an_address');
    return void found.addresses.add(value);
  }
  for (const link of linksOf(field, value)) {
    if (link.module === 'users') await addUsers(context, { _id: link.id }, link.id, found);
    else await addPerson(context, link, found);
  }
}

/** Adds the addresses of a person's record. */
async function addPerson(
  { services, scope, actor }: StepContext,
  { module, id }: { readonly module: string; readonly id: string },
  found: Found,
): Promise<void> {
  const fields = [...(scope.snapshot.module(module)?.fields.values() ?? [])].filter(({ type }) => type.name === 'EmailAddress');
  const record = await services.records.get(actor, { module, id }).catch(hideMissing);
  const [field] = fields.filter(({ name }) => record?.[name] !== undefined);
  if (record === undefined || field === undefined) return skip(found, id, 'no_address');
  addAddresses(record[field.name] ?? null, id, found);
}

/** The primary address of an e-mail field, else the first that may be used. Flags count for the person: one opted-out address ends it. */
function addAddresses(value: JsonValue, named: string, found: Found): void {
  const entries = (Array.isArray(value) ? value : [value]) as readonly JsonObject[];
  const sorted = [...entries].sort((a, b) => Number(b['primary'] === true) - Number(a['primary'] === true));
  if (sorted.length === 0) return skip(found, named, 'no_address');
  if (sorted.some((entry) => entry['opt_out'] === true)) return skip(found, named, 'opted_out');
  const usable = sorted.filter((entry) => entry['invalid_email'] !== true).map((entry) => entry['email_address']);
  const address = usable.find((one): one is string => typeof one === 'string' && isEmailAddress(one));
  if (address === undefined) return skip(found, named, 'invalid_email');
  found.addresses.add(address);
}
