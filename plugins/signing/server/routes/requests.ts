import type { PluginRouteContext, PluginRouteResponse } from '#engine';
import { isEmailAddress, toText, type JsonObject } from '#engine/model';
import { CLOSED_STATUSES, changeRecipient, isDone, OPEN_STATUSES, toField, type Recipient } from '../../shared/instance.ts';
import { findCurrent, listSigners } from '../../shared/turns.ts';
import { findBreak } from '../services/signing-events.ts';
import { readLog } from '../services/completion.ts';
import { forwardTo } from '../services/forward.ts';
import { actForPlugin, changeInstance, eventOf, findInstance, INSTANCES, requireEditable, type Instance } from '../services/instances.ts';
import { planRequest, type SignatureRequest } from '../services/request-signatures.ts';
import { findNextCheck, isExpired, readNow, readPlan } from '../services/schedule.ts';
import { readSender } from '../services/sender.ts';
import { createSigningLink } from '../services/signing-link.ts';

/** A link for the device of a user. */
const IN_PERSON_MS = 3_600_000;

interface RequestBody {
  readonly docId: string;
  readonly recipientId?: string;
  readonly requestor?: string;
  readonly requestorEmail?: string;
  readonly requestee?: string;
  readonly email?: string;
  readonly docName?: string;
  readonly notes?: string;
}

/** `POST …/request-signature`: asks one recipient, or everyone whose turn it is. */
export async function requestSignature(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { docId, recipientId, requestee, email, ...texts } = context.body as unknown as RequestBody;
  const given = Object.entries(texts).filter(([, text]) => toText(text).trim() !== '');
  for (const address of [email, texts.requestorEmail])
    if (address !== undefined && address !== '' && !isEmailAddress(address)) context.refuse('signing_address_missing');
  const found = await requireEditable(context, docId);
  const requestor = texts.requestor ?? (await readSender(context, found));
  const request: SignatureRequest = {
    ...{ recipientId, name: requestee, email: email === '' ? undefined : email },
    details: { ...Object.fromEntries(given), requestor },
    by: (event) => eventOf(context, event),
  };
  let requested: readonly string[] = [];
  const { id, status } = await changeInstance(context, docId, actForPlugin(context.actor), (instance) => {
    const plan = planRequest(context, instance, request);
    requested = plan.requested;
    return plan;
  });
  return { body: { _id: id, status, requested: [...requested] } };
}

/** `POST …/resend-single-agreement-reminder`: reminds those whose turn it is now. */
export async function remindNow(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { agreement, recipientId } = context.body as { readonly agreement: string | JsonObject; readonly recipientId?: string };
  const { id } = await requireEditable(context, typeof agreement === 'string' ? agreement : toText(agreement['_id']));
  let reminded: string[] = [];
  await changeInstance(context, id, actForPlugin(context.actor), (instance) => {
    const due = listWaiting(context, instance).filter((one) => recipientId === undefined || one.recipientId === recipientId);
    if (due.length === 0) context.refuse('signing_closed', { data: { status: instance.status } });
    reminded = due.map((one) => one.recipientId);
    return planReminder(context, instance, due, (event) => eventOf(context, event));
  });
  return { body: { _id: id, reminded } };
}

/** Those who were requested and whose turn it is. */
export function listWaiting(context: Pick<PluginRouteContext, 'clock'>, instance: Instance): readonly Recipient[] {
  if (!OPEN_STATUSES.includes(instance.status) || isExpired(context, instance)) return [];
  return findCurrent(listSigners(instance.recipients, instance.data), instance.completeInOrder).filter(
    ({ requested_at }) => requested_at !== undefined,
  );
}

/** The change with which recipients are reminded. */
export function planReminder(
  context: Pick<PluginRouteContext, 'clock' | 'setting'>,
  instance: Instance,
  due: readonly Recipient[],
  by: SignatureRequest['by'],
) {
  const reminded_at = new Date(readNow(context, instance)).toISOString();
  const recipients = due.reduce<readonly Recipient[]>(
    (all, { recipientId }) => changeRecipient(all, recipientId, { reminded_at }),
    instance.recipients,
  );
  const check_at = findNextCheck(recipients, readPlan(context, instance), toText(instance.record['expires_at']));
  return {
    fields: { recipients: toField(recipients), check_at },
    events: due.map(({ recipientId, email = '' }) => by({ type: 'Reminded', recipient: recipientId, description: `To ${email}` })),
  };
}

/** `POST …/:id/cancel`: nobody can sign it any more. */
export async function cancel(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { reason } = context.body as { readonly reason: string };
  const { id } = await requireEditable(context, context.parameters['id'] ?? '');
  await changeInstance(context, id, actForPlugin(context.actor), ({ status }) => {
    if (CLOSED_STATUSES.includes(status)) context.refuse('signing_closed', { data: { status } });
    return {
      fields: { status: 'Canceled', closing_reason: reason, check_at: null },
      events: [eventOf(context, { type: 'Canceled', description: reason })],
    };
  });
  return { body: { _id: id, status: 'Canceled' } };
}

/** `POST …/:id/forward`: somebody else signs instead of a recipient. */
export async function forward(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const {
    recipientId,
    name,
    email,
    reason = '',
  } = context.body as {
    readonly recipientId: string;
    readonly name: string;
    readonly email: string;
    readonly reason?: string;
  };
  if (!isEmailAddress(email)) context.refuse('signing_address_missing');
  const { id } = await requireEditable(context, context.parameters['id'] ?? '');
  await changeInstance(context, id, actForPlugin(context.actor), (instance) => {
    if (CLOSED_STATUSES.includes(instance.status)) context.refuse('signing_closed', { data: { status: instance.status } });
    return forwardTo(context, instance, { recipientId, name, email, reason, by: (event) => eventOf(context, event) });
  });
  return { body: { _id: id, recipientId } };
}

/** `POST …/:id/sign-in-person`: the signing area of a recipient on the device of the caller, for an hour. */
export async function signInPerson(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { recipientId } = context.body as { readonly recipientId: string };
  const { id } = await requireEditable(context, context.parameters['id'] ?? '');
  const instance = await changeInstance(context, id, actForPlugin(context.actor), (current) =>
    planRequest(context, current, { recipientId, details: {}, inPerson: true, by: (event) => eventOf(context, event) }),
  );
  const recipient = instance.recipients.find((one) => one.recipientId === recipientId) ?? context.refuse('signing_recipient_unknown');
  if (isDone(recipient)) context.refuse('signing_closed', { data: { status: recipient.status } });
  const staff = context.actor.userId;
  const link = createSigningLink(context, instance, recipient, { expiresIn: IN_PERSON_MS, ...(staff === undefined ? {} : { staff }) });
  return { body: { ...link } };
}

/** `GET …/:id/events`: the log, and whether its hashes fit. */
export async function listEvents(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const id = context.parameters['id'] ?? '';
  await context.records.get(context.actor, { module: INSTANCES, id });
  const { rights } = context;
  const instance = (await findInstance(context, id)) ?? context.refuse('record_not_found');
  const events = await readLog(context, id);
  const brokenAt = findBreak(id, events, {
    sequence: Number(instance.record['event_count'] ?? 0),
    hash: toText(instance.record['event_hash']),
  });
  const isStaff = rights.isStaff || rights.unrestricted;
  const shown = events.map(({ ip_address, user_agent, ...event }) => ({ ...event, ...(isStaff ? { ip_address, user_agent } : {}) }));
  const data = JSON.parse(JSON.stringify(shown)) as JsonObject[];
  return { body: { data, isIntact: brokenAt === undefined, ...(brokenAt === undefined ? {} : { brokenAt }) } };
}
