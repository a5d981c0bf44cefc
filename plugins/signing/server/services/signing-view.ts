import type { PluginRouteContext } from '#engine';
import { toText, type JsonObject, type JsonValue } from '#engine/model';
import { isEmpty } from '../../shared/compare-values.ts';
import { isInputOf } from '../../shared/check-values.ts';
import { listInputs, type InputValues } from '../../shared/conditions.ts';
import { ANYONE_ROLE, type DocumentData, type DocumentInput } from '../../shared/document.ts';
import type { Recipient } from '../../shared/instance.ts';
import { CALLS, type SigningCall } from './calls.ts';
import { listPictures } from './signer-files.ts';
import { readSender } from './sender.ts';
import { findStatus, readConsent, readConsentText, type SessionStatus, type SigningSession } from './signing-session.ts';

/** The tokens of a page that stays open. */
const SESSION_MS = 8 * 3_600_000;

/** What each status allows. */
const ALLOWED: { readonly [Status in SessionStatus]: readonly SigningCall[] } = {
  code: ['sendCode', 'checkCode'],
  consent: ['consent', 'decline', 'delegate'],
  open: ['document', 'picture', 'save', 'addPicture', 'addFile', 'finish', 'decline', 'delegate'],
  waiting: [],
  signed: ['document', 'picture'],
  completed: ['copy', 'certificate'],
  declined: [],
  canceled: [],
  expired: [],
};

/** The document as a recipient fills it in: the values of those who signed are fixed, and so is what anyone could fill in and somebody has. */
export function viewFor({ data, responses }: Pick<SigningSession['instance'], 'data' | 'responses'>, recipient: Recipient): DocumentData {
  const show = (input: DocumentInput): DocumentInput => {
    const response = responses[input.id];
    const value = response === undefined ? input.value : response;
    const isTaken = input.assigned_to === ANYONE_ROLE && !isEmpty(response);
    const filled = value === undefined ? suggest(input, recipient) : value;
    const field = isTaken ? { ...input.field, readOnly: true } : input.field;
    return { ...input, field, ...(filled === undefined ? {} : { value: filled }) };
  };
  return { pages: data.pages.map((page) => ({ ...page, inputs: page.inputs.map(show) })) };
}

/** Name and address of the recipient in their own inputs. */
function suggest(input: DocumentInput, recipient: Recipient): JsonValue | undefined {
  if (input.recipient_id !== recipient.recipientId) return undefined;
  if (input.type.inputType === 'Full Name') return recipient.name;
  return input.type.inputType === 'Email' ? recipient.email : undefined;
}

/** The inputs that a recipient fills in. */
export function listOwn(view: DocumentData, { recipientId, recipientType }: Recipient): readonly DocumentInput[] {
  return listInputs(view).filter((input) => isInputOf(input, { recipientId, role: recipientType }));
}

/** The inputs with the options that their dropdowns have now. */
export function refreshOptions({ dropdown }: Pick<PluginRouteContext, 'dropdown'>, view: DocumentData): DocumentData {
  const refresh = (input: DocumentInput): DocumentInput => {
    const { systemDropdownBehavior, related_dropdown } = input.field;
    const options = systemDropdownBehavior === 'use' && related_dropdown !== undefined ? dropdown(related_dropdown) : undefined;
    return options === undefined ? input : { ...input, field: { ...input.field, options: options.map(({ label }) => label) } };
  };
  return { pages: view.pages.map((page) => ({ ...page, inputs: page.inputs.map(refresh) })) };
}

/** What the signing area shows a recipient, with a token for each call that they may make. */
export async function describeState(context: PluginRouteContext, session: SigningSession): Promise<JsonObject> {
  const { instance, recipient, link } = session;
  const status = findStatus(context, session);
  const { text, version } = readConsentText(context);
  return {
    status,
    envelope: instance.id,
    title: instance.title,
    sender: await readSender(context, instance),
    expiresAt: toText(instance.record['expires_at']),
    recipient: {
      id: recipient.recipientId,
      name: toText(recipient.name),
      role: recipient.recipientType,
      email: status === 'code' ? hideAddress(toText(recipient.email)) : toText(recipient.email),
    },
    consent: { text, version, given: readConsent(session) !== undefined },
    canDelegate: instance.record['can_delegate'] === true,
    inPerson: link.s !== undefined,
    recipients:
      status === 'code'
        ? []
        : instance.recipients.map((one) => ({ name: toText(one.name), role: one.recipientType, status: one.status ?? 'Waiting' })),
    ...(status === 'code' ? { second_factor: describeFactor(recipient) } : {}),
    ...(status === 'declined' || status === 'canceled' ? { reason: toText(instance.record['closing_reason']) } : {}),
    ...(status === 'open' || status === 'signed' ? await describePages(context, session) : {}),
    tokens: createTokens(context, session, status),
  };
}

/** Where a code is sent, without showing it to somebody else who has the link. */
export function describeFactor({ second_factor, email, phone }: Recipient): { readonly channel: string; readonly hint: string } {
  return second_factor === 'sms'
    ? { channel: 'sms', hint: `•••-•••-${toText(phone).slice(-4)}` }
    : { channel: 'email', hint: hideAddress(toText(email)) };
}

function hideAddress(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
}

async function describePages(context: PluginRouteContext, { instance, recipient }: SigningSession): Promise<JsonObject> {
  const drafts: InputValues = instance.drafts[recipient.recipientId] ?? {};
  const view = refreshOptions(context, viewFor(instance, recipient));
  const own = new Set(listOwn(view, recipient).map(({ id }) => id));
  const pages = view.pages.map(({ width, height, inputs }) => ({
    ...{ width, height },
    inputs: inputs.map((input) => (own.has(input.id) && drafts[input.id] !== undefined ? { ...input, value: drafts[input.id] } : input)),
  }));
  return { pages, mine: [...own], pictures: await listPictures(context, instance.id, recipient.recipientId) } as unknown as JsonObject;
}

/** No token is valid for longer than the one of the request, else a page could stay open without an end. */
function createTokens(context: PluginRouteContext, { instance, link }: SigningSession, status: SessionStatus): JsonObject {
  const left = Date.parse(toText(context.link?.expiresAt)) - context.clock.now();
  const expiresIn = Math.max(1_000, Math.min(SESSION_MS, Number.isNaN(left) ? SESSION_MS : left));
  const calls = ALLOWED[status].filter((call) => call !== 'delegate' || instance.record['can_delegate'] === true);
  const data = { ...link } as unknown as JsonObject;
  return Object.fromEntries(calls.map((call) => [call, context.createLink(CALLS[call], { data, expiresIn }).token]));
}
