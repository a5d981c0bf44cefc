import type { PluginContext, PluginDownload, PluginRouteContext, PluginRouteResponse } from '#engine';
import { isEmailAddress, toText, type JsonObject } from '#engine/model';
import { fillPdf } from '../pdf/index.ts';
import { chooseCopies, type CopiesInput } from '../services/copies.ts';
import { actForPlugin, changeInstance, eventOf, findInstance, INSTANCES, requireEditable, type Instance } from '../services/instances.ts';
import { readFile, readFillInput } from '../services/result-files.ts';

const PDF = 'application/pdf';
const JOIN_THREAD = new URL('../services/join-pdfs-thread.ts', import.meta.url);

/** A file of a completed document. Errors: `signing_not_certified` until it is certified. */
export async function downloadResult(
  context: Pick<PluginContext, 'files' | 'refuse'>,
  { record }: Instance,
  field: 'signed_file' | 'certificate_file',
): Promise<PluginDownload> {
  const path = toText(record[field]);
  if (path === '') context.refuse('signing_not_certified');
  const { content, filename } = await context.files.openAsProduct(path);
  return { contentType: PDF, filename, body: content };
}

/** The document of a request that only reads, if the caller may see it. Errors: `record_not_found`. */
async function requireVisible(context: PluginRouteContext): Promise<Instance> {
  const { docId } = context.body as { readonly docId: string };
  await context.records.get(context.actor, { module: INSTANCES, id: docId });
  return (await findInstance(context, docId)) ?? context.refuse('record_not_found');
}

/** `POST …/download`: the certified file; before that, the pages with what those who have signed filled in. */
export async function download(context: PluginRouteContext): Promise<PluginDownload> {
  const instance = await requireVisible(context);
  if (toText(instance.record['signed_file']) !== '') return downloadResult(context, instance, 'signed_file');
  if (toText(instance.record['file']) === '') context.refuse('signing_form_missing');
  const content = await fillPdf(context, await readFillInput(context, instance));
  return { contentType: PDF, filename: `${instance.title}.pdf`, body: Buffer.from(content) };
}

/** `POST …/download-with-coc`: the pages of the certified file and of its certificate, in one file without a digital signature. */
export async function downloadWithCertificate(context: PluginRouteContext): Promise<PluginDownload> {
  const instance = await requireVisible(context);
  const paths = [toText(instance.record['signed_file']), toText(instance.record['certificate_file'])];
  if (paths.includes('')) context.refuse('signing_not_certified');
  const contents: Buffer[] = [];
  for (const path of paths) contents.push(await readFile(context, path));
  const joined = (await context.runInThread(JOIN_THREAD, contents)) as Uint8Array | undefined;
  const body = Buffer.from(joined ?? context.refuse('pdf_too_complex'));
  return { contentType: PDF, filename: `${instance.title} with certificate.pdf`, body };
}

/** `POST …/download-certificate`. */
export async function downloadProof(context: PluginRouteContext): Promise<PluginDownload> {
  return downloadResult(context, await requireVisible(context), 'certificate_file');
}

/** `POST …/download-merged`: the certified files of documents that the caller may see, as one upload of theirs. */
export async function mergeResults(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { ids, title = 'Signed documents' } = context.body as { readonly ids: readonly string[]; readonly title?: string };
  const paths: string[] = [];
  for (const id of ids) {
    const record = await context.records.get(context.actor, { module: INSTANCES, id });
    paths.push(toText(record['signed_file']) || context.refuse('signing_not_certified', { data: { id } }));
  }
  return { status: 201, body: { ...(await context.files.merge({ paths, title })) } };
}

/** `POST …/send-copies`. */
export async function sendCopies(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { docId, document, ...input } = context.body as CopiesInput & { readonly docId?: string; readonly document?: JsonObject };
  const { id } = await requireEditable(context, docId ?? toText(document?.['_id']));
  let sent: JsonObject[] = [];
  await changeInstance(context, id, actForPlugin(context.actor), (instance) => {
    if (toText(instance.record['signed_file']) === '') context.refuse('signing_not_certified');
    const copies = chooseCopies(instance, input);
    if (copies.length === 0) context.refuse('signing_address_missing');
    sent = copies.map(({ recipient = '', description = '' }) => ({ recipientId: recipient, email: description.replace(/^To /, '') }));
    return { events: copies.map((event) => eventOf(context, event)) };
  });
  return { body: { _id: id, sent } };
}

/** `POST …/send-doc-pdf`: the certified file as an attachment to any address. */
export async function sendAsPdf(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { docId, email, subject, message } = context.body as {
    readonly docId: string;
    readonly email: string;
    readonly subject?: string;
    readonly message?: string;
  };
  if (!isEmailAddress(email)) context.refuse('signing_address_missing');
  const { id, title, record } = await requireEditable(context, docId);
  const path = toText(record['signed_file']) || context.refuse('signing_not_certified');
  const content = await readFile(context, path);
  await changeInstance(context, id, actForPlugin(context.actor), () => ({
    events: [eventOf(context, { type: 'Copy Sent', description: `As an attachment to ${email}`, details: { to: email } })],
  }));
  await context.mail.send({
    to: [email],
    subject: subject ?? `Signed copy: ${title}`,
    text: message ?? `"${title}" is attached.`,
    attachments: [{ name: `${title}.pdf`, type: PDF, content }],
  });
  return { body: { _id: id, sent: 1 } };
}

/** `POST …/convert-to-document`: the certified file as a record of the caller's documents. */
export async function convertToDocument(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { docId, name, category } = context.body as { readonly docId: string; readonly name?: string; readonly category?: string };
  const { title, record } = await requireEditable(context, docId);
  const path = toText(record['signed_file']) || context.refuse('signing_not_certified');
  const fields = { name: name ?? title, path, ...(category === undefined ? {} : { category }) };
  const { record: created, batchId } = await context.records.create(context.actor, {
    module: 'documents',
    batchId: context.batchId,
    idempotency: context.idempotencyKeyFor('document'),
    fields,
  });
  return { status: 201, body: created, batchId };
}
