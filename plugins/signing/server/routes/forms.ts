import { MusterError, type PluginRouteContext, type PluginRouteResponse, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { inspectPdf } from '../pdf/index.ts';
import { SEND_TO_MANY } from '../jobs/send-to-many.ts';
import { FORMS, INSTANCES } from '../services/instances.ts';

/** Addresses that may follow each other. */
const MOST_HOPS = 5;
const MOST_BYTES = 20_971_520;

/** `POST /api/interactive-documents/generate-images-from-url`: fetches a PDF, checks it, and stores it as an upload of the caller. */
export async function fetchPages(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { url } = context.body as { readonly url: string };
  const isOwn = url.startsWith('/api/files/');
  const { content, name } = isOwn ? await readOwn(context, url) : await fetchPdf(context, url);
  if (content.subarray(0, 1_024).indexOf('%PDF-') < 0) context.refuse('signing_not_a_pdf');
  const { pages, fields, removed } = await inspectPdf(context, content);
  const { path, filename } = isOwn ? { path: url, filename: name } : await context.files.store({ name, content });
  const found = JSON.parse(JSON.stringify({ pages, fields, removed })) as JsonObject;
  return { status: 201, body: { path, filename, ...found } };
}

async function readOwn({ files }: PluginRouteContext, path: string): Promise<{ readonly content: Buffer; readonly name: string }> {
  const { content, filename } = await files.read(path, { maxBytes: MOST_BYTES });
  return { content, name: filename };
}

/** Follows redirects one by one: each address is checked like the first one, so that none leads into a private network. */
async function fetchPdf(context: PluginRouteContext, first: string): Promise<{ readonly content: Buffer; readonly name: string }> {
  let url = first;
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    const { status, headers, body } = await context.http.request({ url, timeout: 20_000, maxBytes: MOST_BYTES });
    const location = headers['location'];
    if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url)) url = new URL(location, url).href;
    else if (status === 200) return { content: body, name: nameOf(url) };
    else break;
  }
  return context.refuse('signing_address_not_readable');
}

function nameOf(url: string): string {
  const last = decodeSafely(new URL(url).pathname.split('/').at(-1) ?? '')
    .replace(/[^\p{L}\p{N} ._-]/gu, '')
    .slice(0, 100);
  return /\.pdf$/i.test(last) ? last : `${last || 'Document'}.pdf`;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `POST /api/interactive-documents/:document/publish` and `archive`. */
export function createStatusAction(status: 'Active' | 'Archived') {
  return async (context: PluginRouteContext): Promise<PluginRouteResponse> => {
    const { record, batchId } = await context.records.update(context.actor, {
      module: FORMS,
      id: context.parameters['document'] ?? '',
      batchId: context.batchId,
      idempotency: context.idempotencyKeyFor('status'),
      fields: { status },
    });
    return { body: { _id: record._id, status, version: Number(record['version'] ?? 1) }, batchId };
  };
}

interface ManyBody {
  readonly module: string;
  readonly ids?: readonly string[];
  readonly view?: string;
  readonly role?: string;
  readonly notes?: string;
}

/** `POST /api/interactive-documents/:document/send-to-many`: a document for each record, made and sent in the background. */
export async function sendToMany(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, rights, actor, refuse } = context;
  const form = await requireActive(context);
  if (!rights.module(INSTANCES).create || actor.userId === undefined) return refuse('action_not_allowed');
  const { module, ids, view, role = 'Participant 1', notes = '' } = context.body as unknown as ManyBody;
  if ((ids === undefined) === (view === undefined)) return refuse('body_invalid', { message: 'Send either ids or view.' });
  await records.find(actor, { module, filter: {}, fields: ['_id'], limit: 1, totalLimit: 1 });
  if (view !== undefined) await requireView(context, view, module);
  const payload = {
    ...{ form: form._id, title: toText(form['name']), module, ids: [...(ids ?? [])], view: view ?? '' },
    ...{ role, notes, user: actor.userId, round: context.ids.next(), after: '' },
  };
  const job = await context.addJob(SEND_TO_MANY, payload, { id: `many-${payload.round}` });
  return { status: 202, body: { job } };
}

async function requireActive({ records, actor, parameters, refuse }: PluginRouteContext): Promise<VisibleRecord> {
  const form = await records.get(actor, { module: FORMS, id: parameters['document'] ?? '' });
  return form['status'] === 'Active' ? form : refuse('signing_form_not_active');
}

async function requireView({ records, actor, refuse }: PluginRouteContext, id: string, module: string): Promise<void> {
  const view = await records.views.get(actor, { id }).catch((error: unknown) => {
    if (error instanceof MusterError && error.status < 500) return refuse('signing_view_unusable');
    throw error;
  });
  if (toText(view.module) !== module || view.problems.some(({ part }) => part === 'filter')) refuse('signing_view_unusable');
}
