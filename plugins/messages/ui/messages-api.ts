import { toText, type JsonObject } from '#engine/model';
import { callApi, searchRecords, type RecordData } from '#ui';
import type { ContentProblem, TemplatePreview } from '../shared/message.ts';
import type { Conversation, SmsPreview } from '../shared/sms.ts';

/** Templates that the dialog offers. */
const MOST_TEMPLATES = 500;

/** A message that an endpoint accepted. */
export interface AcceptedMessage {
  readonly _id: string;
  readonly status: string;
  readonly failure?: string | null;
}

/** The templates of a type for records of a module. */
export async function readTemplates(module: string, type: 'email' | 'sms'): Promise<readonly RecordData[]> {
  const { data } = await searchRecords<RecordData>('/api/templates', {
    searchTerms: { type },
    sortField: 'name',
    sortOrder: 'asc',
    pageSize: MOST_TEMPLATES,
  });
  return data.filter(({ restrict_to_module: only }) => only === undefined || only === null || only === '' || only === module);
}

/** What a record would get. Without a template, it says only whether the record can be written to. */
export function previewMessage(template: string, module: string, record: string): Promise<TemplatePreview> {
  return callApi('POST', '/api/templates/preview', {
    body: { module, record, ...(template === '' ? { subject: '', body: '' } : { template }) },
  });
}

/** What a record would get of a template that is not saved. Text messages have no subject and no formatted text. */
export function previewDraft(draft: JsonObject, module: string, record: string): Promise<TemplatePreview> {
  const text = (field: string) => toText(draft[field]);
  const isSms = draft['type'] === 'sms';
  const formatted = { subject: text('subject'), body_html: text('body_html'), content_type: text('content_type') };
  const parts = isSms ? { content_type: 'Plain text' } : { ...formatted, send_text_only: draft['send_text_only'] === true };
  return callApi('POST', '/api/templates/preview', { body: { module, record, body: text('body'), ...parts } });
}

/** The problems of a field of a template that is not saved. */
export async function checkContent(field: string, text: string): Promise<readonly ContentProblem[]> {
  const { problems } = await callApi<{ readonly problems: readonly ContentProblem[] }>('POST', '/api/templates/check', {
    body: { [field]: text },
  });
  return problems;
}

/** From where an e-mail can be sent. */
export interface SenderChoice {
  /** Id of a mail account; null: the mail server of the product. */
  readonly account: string | null;
  /** '': the address of the product. */
  readonly address: string;
}

/** The senders that the user can choose; none: they may not send. */
export async function readSenders(): Promise<readonly SenderChoice[]> {
  return (await callApi<{ readonly data: readonly SenderChoice[] }>('GET', '/api/messages/senders')).data;
}

/** For which record a message is, and over which mail account it is sent ('': the mail server of the product). */
interface MailTarget {
  readonly module: string;
  readonly record: string;
  readonly account: string;
}

function toBody({ account, ...of }: MailTarget): JsonObject {
  return { ...of, ...(account === '' ? {} : { account }) };
}

export function sendTemplate(template: string, target: MailTarget): Promise<AcceptedMessage> {
  return callApi('POST', '/api/messages/send-customized-email', { body: { template, ...toBody(target) } });
}

export function sendText(
  mail: { readonly to: string; readonly subject: string; readonly message: string },
  target: MailTarget,
): Promise<AcceptedMessage> {
  return callApi('POST', '/api/messages/send-custom-email', { body: { ...mail, ...toBody(target) } });
}

/** A text message to be sent. */
export interface SmsRequest {
  readonly to: string;
  readonly message: string;
  readonly module?: string;
  readonly record?: string;
  /** Paths of pictures. */
  readonly attachments?: readonly string[];
}

/** To which number a text message would go, and why not: of a record, or a number. */
export function previewSms(of: { readonly module?: string; readonly record?: string; readonly to?: string }): Promise<SmsPreview> {
  return callApi('POST', '/api/sms/preview', { body: of });
}

export function sendSms(sms: SmsRequest): Promise<AcceptedMessage & { readonly send_after?: string }> {
  return callApi('POST', '/api/sms/send-sms', { body: { ...sms } });
}

/** The conversations of the user, or of everyone, the newest first. */
export async function readConversations(isMine: boolean): Promise<readonly Conversation[]> {
  const { data } = await callApi<{ readonly data: readonly Conversation[] }>('GET', '/api/sms/conversations', {
    query: isMine ? { mine: 'true' } : {},
  });
  return data;
}

export async function markRead(number: string): Promise<void> {
  await callApi('POST', '/api/sms/mark-read', { body: { number } });
}
