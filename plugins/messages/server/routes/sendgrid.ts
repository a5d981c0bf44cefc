import type { PluginRouteContext, PluginRouteResponse, VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { listSenders } from '../services/senders.ts';

/** Most templates of one response. */
const MAX_TEMPLATES = 1_000;
const PAGE_SIZE = 10;

/** A template of e-mail, in the form of the mail service. */
function toTemplate({ _id, name, subject, body, body_html: html }: VisibleRecord): JsonObject {
  return { id: _id, name: toText(name), subject: toText(subject), plain_content: toText(body), html_content: toText(html) };
}

/** `GET /api/sendgrid/get-all-templates`: the e-mail templates that the caller may see. */
export async function listTemplates({ records, actor }: PluginRouteContext): Promise<PluginRouteResponse> {
  const { data } = await records.find(actor, {
    module: 'templates',
    filter: { type: 'email' },
    sort: [{ sortField: 'name', sortOrder: 'asc' }],
    limit: MAX_TEMPLATES,
  });
  return { body: { templates: data.map(toTemplate) } };
}

/** `GET /api/sendgrid/template-by-id/:template`. */
export async function readTemplate({ records, actor, parameters, refuse }: PluginRouteContext): Promise<PluginRouteResponse> {
  const template = await records.get(actor, { module: 'templates', id: parameters['template'] ?? '' });
  if (template['type'] !== 'email') refuse('template_not_for_email');
  return { body: toTemplate(template) };
}

/** `POST /api/sendgrid/search` `{ search?, pageNumber?, pageSize? }`: e-mail templates by name, subject and text. */
export async function searchTemplates({ records, actor, body }: PluginRouteContext): Promise<PluginRouteResponse> {
  const {
    search = '',
    pageNumber = 0,
    pageSize = PAGE_SIZE,
  } = (body ?? {}) as {
    readonly search?: string;
    readonly pageNumber?: number;
    readonly pageSize?: number;
  };
  const { data, total } = await records.find(actor, {
    module: 'templates',
    filter: { type: 'email' },
    offset: pageNumber * pageSize,
    limit: pageSize,
    ...(search.trim() === '' ? { sort: [{ sortField: 'name', sortOrder: 'asc' as const }] } : { terms: search }),
  });
  return { body: { data: data.map(toTemplate), total, pageNumber, pageSize } };
}

/** `GET /api/sendgrid/verified-senders`: the addresses that messages come from. */
export function readSenders(context: PluginRouteContext): PluginRouteResponse {
  const results = listSenders(context).map(({ from_email, from_name = '' }, index) => ({
    id: index + 1,
    from_email,
    from_name,
    verified: true,
  }));
  return { body: { results } };
}
