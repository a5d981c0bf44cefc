import { callApi, searchRecords, type RecordData } from '#ui';
import type { TemplatePreview } from '../shared/message.ts';

/** Templates that the dialog offers. */
const MOST_TEMPLATES = 500;

/** A message that an endpoint accepted. */
export interface AcceptedMessage {
  readonly _id: string;
  readonly status: string;
  readonly failure?: string | null;
}

/** The e-mail templates for records of a module. */
export async function readTemplates(module: string): Promise<readonly RecordData[]> {
  const { data } = await searchRecords<RecordData>('/api/templates', {
    searchTerms: { type: 'email' },
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

export function sendTemplate(template: string, module: string, record: string): Promise<AcceptedMessage> {
  return callApi('POST', '/api/messages/send-customized-email', { body: { template, module, record } });
}

export function sendText(
  mail: { readonly to: string; readonly subject: string; readonly message: string },
  module: string,
  record: string,
): Promise<AcceptedMessage> {
  return callApi('POST', '/api/messages/send-custom-email', { body: { ...mail, module, record } });
}
