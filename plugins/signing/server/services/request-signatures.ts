import type { PluginContext } from '#engine';
import { isEmailAddress, toText, type JsonObject } from '#engine/model';
import { CLOSED_STATUSES, changeRecipient, isDone, toField, UNSENT_STATUSES, type Recipient } from '../../shared/instance.ts';
import { assignInputs, findCurrent, listMissingRoles, listSigners } from '../../shared/turns.ts';
import type { SigningEvent } from './signing-events.ts';
import type { Instance, InstanceChange } from './instances.ts';
import { findExpiry, findNextCheck, isExpired, readNow, readPlan } from './schedule.ts';
import { completeKeys } from './signing-link.ts';

type Context = Pick<PluginContext, 'clock' | 'setting' | 'refuse'>;

/** Who asks for signatures, and how. */
export interface SignatureRequest {
  /** One recipient; undefined: everyone whose turn it is. */
  readonly recipientId?: string | undefined;
  /** Corrected name and address of that recipient. */
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** What the e-mails say: `requestor`, `requestorEmail`, `docName`, `notes`. */
  readonly details: JsonObject;
  /** Somebody signs on the device of this user: no e-mail. */
  readonly inPerson?: boolean;
  /** Adds the user or whoever acts to an event. */
  readonly by: (event: SigningEvent) => SigningEvent;
}

/**
 * The change that asks recipients to sign. The first one fixes what is signed: each input gets its recipient. Errors: `signing_closed`,
 * `signing_form_missing`, `signing_recipient_missing`, `signing_address_missing`, `esign_not_your_turn`.
 */
export function planRequest(
  context: Context,
  instance: Instance,
  request: SignatureRequest,
): InstanceChange & { readonly requested: readonly string[] } {
  const { refuse } = context;
  if (CLOSED_STATUSES.includes(instance.status) || isExpired(context, instance))
    refuse('signing_closed', { data: { status: instance.status } });
  const isFirst = UNSENT_STATUSES.includes(instance.status);
  if (isFirst) assertReady(context, instance);
  const corrected = correctRecipient(context, instance.recipients, request);
  const data = isFirst ? assignInputs(instance.data, corrected) : instance.data;
  const turn = findCurrent(listSigners(corrected, data), instance.completeInOrder);
  const requested = chooseRequested(context, turn, corrected, request);
  if (request.inPerson !== true) for (const one of requested) assertAddress(context, one);
  const now = new Date(readNow(context, instance)).toISOString();
  const recipients = requested.reduce<readonly Recipient[]>((all, one) => markRequested(all, one, now), corrected);
  const expires_at = toText(instance.record['expires_at']) || findExpiry(context, instance);
  return {
    requested: requested.map(({ recipientId }) => recipientId),
    fields: {
      ...(isFirst ? { doc_data: data as unknown as JsonObject, status: 'Signature Requested', sent_at: now } : {}),
      ...{ recipients: toField(recipients), expires_at, link_keys: completeKeys(instance, recipients) },
      check_at: findNextCheck(recipients, readPlan(context, instance), expires_at),
    },
    events: requested.map((one) => describeRequest(one, request)),
  };
}

function markRequested(recipients: readonly Recipient[], { recipientId, status }: Recipient, now: string): Recipient[] {
  return changeRecipient(recipients, recipientId, { status: status === 'Viewed' ? 'Viewed' : 'Requested', requested_at: now });
}

function describeRequest({ recipientId, name = '', email = '' }: Recipient, request: SignatureRequest): SigningEvent {
  const to = name === '' ? email : `${name}${email === '' ? '' : ` <${email}>`}`;
  return request.by({
    type: 'Signature Requested',
    recipient: recipientId,
    description: request.inPerson === true ? `In person of ${to}` : `Of ${to}`,
    details: { ...request.details, ...(request.inPerson === true ? { inPerson: true } : {}) },
  });
}

function assertReady({ refuse }: Context, { data, recipients, record }: Instance): void {
  if (data.pages.length === 0 || toText(record['file']) === '') refuse('signing_form_missing');
  const missing = listMissingRoles(recipients, data);
  if (missing.length > 0 || listSigners(recipients, data).length === 0)
    refuse('signing_recipient_missing', {
      data: { roles: missing },
      ...(missing.length === 0 ? {} : { message: `Nobody is chosen for ${missing.join(', ')}.` }),
    });
}

function correctRecipient(
  { refuse }: Context,
  recipients: readonly Recipient[],
  { recipientId, name, email }: SignatureRequest,
): readonly Recipient[] {
  if (recipientId === undefined) return recipients;
  const found = recipients.find((one) => one.recipientId === recipientId) ?? refuse('signing_recipient_unknown');
  if (isDone(found) && (name !== undefined || email !== undefined)) refuse('signing_closed', { data: { status: found.status } });
  // A signer whose link is out already is replaced by a delegation, which makes their link void.
  const isOut = found.requested_at !== undefined && email !== undefined && email !== found.email;
  if (isOut) refuse('signing_sent', { data: { fields: ['recipients'] } });
  return changeRecipient(recipients, recipientId, { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) });
}

function chooseRequested(
  { refuse }: Context,
  turn: readonly Recipient[],
  recipients: readonly Recipient[],
  { recipientId }: SignatureRequest,
) {
  if (recipientId === undefined) return turn;
  const found = recipients.find((one) => one.recipientId === recipientId) ?? refuse('signing_recipient_unknown');
  if (isDone(found)) refuse('signing_closed', { data: { status: found.status } });
  return turn.some((one) => one.recipientId === recipientId) ? [found] : refuse('esign_not_your_turn');
}

function assertAddress({ refuse }: Context, { email, name, phone, recipientType, second_factor }: Recipient): void {
  const who = toText(name) || recipientType;
  const data = { recipientType };
  if (!isEmailAddress(toText(email))) refuse('signing_address_missing', { message: `${who} has no e-mail address.`, data });
  if (second_factor === 'sms' && toText(phone) === '')
    refuse('signing_address_missing', { message: `${who} has no phone number for the code.`, data });
}

/** Those whose turn begins when somebody has signed: they are requested in the same save. */
export function requestNext(
  context: Context,
  instance: Instance,
  recipients: readonly Recipient[],
  now: string,
): { readonly recipients: readonly Recipient[]; readonly events: readonly SigningEvent[] } {
  const turn = findCurrent(listSigners(recipients, instance.data), instance.completeInOrder);
  const next = turn.filter(({ requested_at }) => requested_at === undefined);
  return {
    recipients: next.reduce<readonly Recipient[]>((all, one) => markRequested(all, one, now), recipients),
    events: next.map((one) => describeRequest(one, { details: {}, by: (event) => event })),
  };
}
