import type { PluginContext, PreSaveContext } from '#engine';
import { toText, type JsonObject, type JsonValue } from '#engine/model';
import { isEmpty } from '../../shared/compare-values.ts';
import { applyValues, checkValues } from '../../shared/check-values.ts';
import { listInputs, type InputValues } from '../../shared/conditions.ts';
import { SENDER_ROLE, type DocumentData } from '../../shared/document.ts';
import { readRecipients, toField, UNSENT_STATUSES, type Recipient } from '../../shared/instance.ts';
import { chainEvents, type SigningEvent } from '../services/signing-events.ts';
import { readData } from '../services/instances.ts';
import { readSystemFields } from '../services/system-fields.ts';

type Context = PreSaveContext<'interactiveDocumentInstances'> & Pick<PluginContext, 'reports'>;

/** What a new document takes from its form, unless it was entered. */
const COPIED = ['label', 'category', 'completeInOrder', 'can_delegate'] as const;

/** What is fixed once the first signature was requested. */
const FIXED = ['interactive_document', 'recipients', 'doc_data', 'prefill', 'completeInOrder', 'related_record', 'can_delegate'] as const;

/**
 * A new document to sign gets the pages, the file and the version of its form, and the values that its creator may see. Its state changes
 * only by its signing, and what is signed only before the first request.
 */
export async function prepareInstance(context: Context): Promise<void> {
  const { event, draft } = context;
  if (event.isBulkLoad) return;
  if (event.kind === 'create') return begin(context);
  if (event.kind !== 'update' || event.actor.kind === 'system') return;
  const changed = event.changed();
  if (changed.has('status')) context.refuse('signing_state_fixed');
  const fixed = FIXED.filter((field) => changed.has(field));
  if (fixed.length === 0) return;
  if (!UNSENT_STATUSES.includes(toText(event.before?.status))) context.refuse('signing_sent', { data: { fields: fixed } });
  if (changed.has('recipients')) Object.assign(draft, { recipients: tidyRecipients(context) });
  if (['interactive_document', 'related_record', 'prefill'].some((field) => changed.has(field as never))) await fillFromForm(context);
}

async function begin(context: Context): Promise<void> {
  const { event, draft } = context;
  if (event.actor.kind !== 'system' && (draft.status ?? 'Created') !== 'Created') context.refuse('signing_state_fixed');
  Object.assign(draft, { recipients: tidyRecipients(context) });
  await fillFromForm(context);
  draft.completeInOrder ??= true;
  const { userId } = event.actor;
  const created: SigningEvent = { type: 'Created', ...(userId === undefined ? {} : { user: userId }) };
  draft.new_events = [{ ...created } as JsonObject, ...(draft.new_events ?? [])];
}

/** Everybody has a role, and an id of their own; nobody has signed. */
function tidyRecipients({ draft, ids }: Context): JsonObject[] {
  const used = new Set<string>();
  const tidy = (one: Recipient): Recipient => {
    const given = toText(one.recipientId);
    const recipientId = given === '' || used.has(given) ? ids.next() : given;
    used.add(recipientId);
    const { status: _s, requested_at: _r, reminded_at: _m, signed_at: _d, ...rest } = one;
    return { ...rest, recipientId, recipientType: toText(one.recipientType) || 'Participant 1', status: 'Waiting' };
  };
  return toField(readRecipients(draft.recipients).map(tidy));
}

/** Copies the form of this moment, and fills in what is known before it is sent. */
async function fillFromForm(context: Context): Promise<void> {
  const { draft, event } = context;
  const id = toText(draft.interactive_document);
  if (id === '') return;
  const form = await context.records.get(context.actor, { module: 'interactiveDocuments', id });
  if (form['status'] !== 'Active') context.refuse('signing_form_not_active');
  if (event.kind === 'create')
    for (const field of COPIED) if (draft[field] === undefined && form[field] !== undefined) Object.assign(draft, { [field]: form[field] });
  const data = readData(form['doc_data']);
  const values = await readSystemFields(context, toText(form['related_module']), data);
  Object.assign(draft, {
    file: form['file'] ?? null,
    version: Number(form['version'] ?? 1),
    remind_every: form['reminder_days'] ?? null,
    sign_days: form['expires_after_days'] ?? null,
    doc_data: applyValues(addPrefill(context, addValues(data, values)), {}),
  });
}

function addValues(data: DocumentData, values: InputValues): DocumentData {
  return {
    pages: data.pages.map((page) => ({
      ...page,
      inputs: page.inputs.map((input) => {
        const value = values[input.id];
        return value === undefined || isEmpty(value) ? input : { ...input, value };
      }),
    })),
  };
}

/** What the sender has entered for their own inputs, by id or by name. */
function addPrefill(context: Context, data: DocumentData): DocumentData {
  const given = (context.draft.prefill ?? {}) as unknown as InputValues;
  if (Object.keys(given).length === 0) return data;
  const own = listInputs(data).filter(({ assigned_to }) => assigned_to === SENDER_ROLE);
  const values: { [id: string]: JsonValue } = {};
  for (const [name, value] of Object.entries(given)) {
    const inputs = own.filter(({ id, field }) => id === name || field.name === name);
    if (inputs.length === 0) context.refuse('esign_value_refused', { details: [describeUnknown(name)] });
    for (const { id } of inputs) if (value !== undefined) values[id] = value;
  }
  const problems = checkValues(data, values, { recipientId: '', role: SENDER_ROLE }, { isComplete: false });
  if (problems.length > 0)
    context.refuse('esign_values_invalid', {
      details: problems.map(({ id, code, text }) => ({ field: `prefill.${id}`, code, message: text })),
    });
  return addValues(data, values);
}

function describeUnknown(name: string): { readonly field: string; readonly code: string; readonly message: string } {
  return { field: `prefill.${name}`, code: 'unknown', message: 'The sender fills in no such input.' };
}

/** Adds the new events of a save to the log, each with its number, and a hash over itself and the one before. */
export function numberEvents({ event, draft, clock }: Context): void {
  if (event.isBulkLoad || (event.kind !== 'create' && event.kind !== 'update') || !event.changed().has('new_events')) return;
  const before = event.before;
  const end = { sequence: Number(before?.event_count ?? 0), hash: toText(before?.event_hash), at: toText(before?.last_event_at) };
  const events = chainEvents(event.id, end, (draft.new_events ?? []) as unknown as SigningEvent[], clock.now());
  const last = events.at(-1);
  if (last === undefined) return;
  draft.new_events = events.map((one) => ({ ...one }) as unknown as JsonObject);
  draft.event_count = last.sequence;
  draft.event_hash = last.hash;
  draft.last_event_at = last.action_at;
}
