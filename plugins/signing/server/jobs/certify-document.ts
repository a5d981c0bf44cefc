import { createHash, randomBytes } from 'node:crypto';
import { MusterError, paginateRecords, SYSTEM_ACTOR, type PluginJob, type PluginJobContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import {
  createCertificate,
  fillAndCertifyPdf,
  openCertificate,
  writeCertificateOfCompletion,
  type CertifyOptions,
  type SigningCertificate,
} from '../pdf/index.ts';
import { describeCompletion, readLog } from '../services/completion.ts';
import { chooseCopies } from '../services/copies.ts';
import { actForPlugin, changeInstance, findInstance, INSTANCES, type Instance } from '../services/instances.ts';
import { listResponses, readFillInput } from '../services/result-files.ts';
import { readSender } from '../services/sender.ts';

type Payload = JsonObject & { readonly instance: string };
type Context = PluginJobContext<Payload>;

/** A completed document without its certified file for longer than all attempts take has no job any more. */
const FORGOTTEN_AFTER_MS = 1_800_000;

/**
 * Writes what was filled in into the pages, signs the file digitally, and stores it with its certificate of completion. A run that was lost
 * is repeated; of several runs one stores its result.
 */
export const CERTIFY_DOCUMENT: PluginJob<Payload> = {
  name: 'certify-document',
  payloadSchema: { type: 'object', required: ['instance'], properties: { instance: { type: 'string' } } },
  concurrency: 2,
  deadline: 180_000,
  attempts: 8,
  backOff: { kind: 'exponential', delay: 5_000 },
  isRetryable: (error) => !(error instanceof MusterError && error.status < 500),
  run: certifyDocument,
};

async function certifyDocument(context: Context): Promise<JsonObject> {
  const instance = await findInstance(context, context.payload.instance);
  if (instance === undefined || !isWaiting(instance)) return { skipped: true };
  const sender = await readSender(context, instance);
  const options = await readOptions(context, instance);
  const fill = await readFillInput(context, instance);
  const certified = Buffer.from(await fillAndCertifyPdf(context, fill, options));
  const [originalHash, resultHash] = [digest(fill.content), digest(certified)];
  const completion = describeCompletion(instance, await readLog(context, instance.id), { originalHash, resultHash, sender });
  const certificate = await writeCertificateOfCompletion(context, completion, options);
  const name =
    instance.title
      .replace(/[^\p{L}\p{N} ._-]/gu, ' ')
      .trim()
      .slice(0, 100) || 'Document';
  const signed = await context.files.store({ name: `${name}.pdf`, content: certified });
  const proof = await context.files.store({ name: `${name} - certificate of completion.pdf`, content: certificate });
  await changeInstance(context, instance.id, actForPlugin(), (current) => {
    if (!isWaiting(current)) return undefined;
    const copies = context.setting('signing_send_copies') === false ? [] : chooseCopies(current, {});
    return {
      fields: {
        ...{
          signed_file: signed.path,
          certificate_file: proof.path,
          original_hash: originalHash,
          result_hash: resultHash,
          certifying: 'Done',
        },
        completionDetails: { dateCompleted: completion.completedAt.slice(0, 10), actionValue: listResponses(current) },
      },
      events: [{ type: 'Certified', description: `SHA-256 ${resultHash}`, details: { originalHash, resultHash } }, ...copies],
    };
  });
  return { certified: resultHash };
}

function isWaiting({ status, record }: Instance): boolean {
  return status === 'Completed' && record['certifying'] === 'Waiting';
}

function digest(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

async function readOptions(context: Context, instance: Instance): Promise<CertifyOptions> {
  const url = toText(context.setting('signing_time_stamp_url'));
  return {
    envelopeId: instance.id,
    at: new Date(context.clock.now()),
    name: toText(context.setting('signing_organization')) || 'Muster',
    reason: 'Signed by all recipients',
    certificate: await readSigningCertificate(context),
    ...(url === '' ? {} : { sendTimeStampRequest: (request: Uint8Array) => requestTimeStamp(context, url, request) }),
  };
}

async function requestTimeStamp({ http, refuse }: Context, url: string, request: Uint8Array): Promise<Uint8Array> {
  const { status, body } = await http.request({
    url,
    headers: { 'content-type': 'application/timestamp-query' },
    body: request,
    timeout: 20_000,
  });
  return status === 200 ? body : refuse('time_stamp_failed');
}

/** Adds a job for completed documents that lost theirs, such as with the data of a queue. */
export async function recoverCertifying(context: PluginJobContext): Promise<void> {
  const before = new Date(context.clock.now() - FORGOTTEN_AFTER_MS).toISOString();
  const filter = { certifying: 'Waiting', updatedAt: { range: { lt: before } } };
  const pages = paginateRecords({ ...context, actor: SYSTEM_ACTOR }, { module: INSTANCES, filter, fields: ['_version'] });
  for await (const page of pages)
    for (const { _id, _version } of page)
      await context.addJob(CERTIFY_DOCUMENT, { instance: _id }, { id: `recover-${_id}-${Number(_version)}` });
}

/** The secret settings: a PKCS#12 file as Base64, and its passphrase. */
const CERTIFICATE_SECRET = 'signing_certificate';
const PASSPHRASE_SECRET = 'signing_passphrase';

/** The certificate that was opened last, by the digest of its file: opening takes a thread. */
let opened: { readonly digest: string; readonly certificate: SigningCertificate } | undefined;

/** The certificate of this installation: that of an admin, or one that is generated at its first use. Errors: `certificate_not_usable`. */
async function readSigningCertificate(context: Context): Promise<SigningCertificate> {
  const passphrase = await context.secretOrNew(PASSPHRASE_SECRET, () => randomBytes(24).toString('base64url'));
  const stored = await context.secretOrNew(CERTIFICATE_SECRET, async () => {
    const name = toText(context.setting('signing_organization')) || 'Muster';
    // A signature of the same moment is within its validity, also where clocks differ.
    const from = new Date(context.clock.now() - 86_400_000);
    return Buffer.from(await createCertificate(context, { name, from, passphrase })).toString('base64');
  });
  const digest = createHash('sha256').update(`${stored}/${passphrase}`).digest('hex');
  if (opened?.digest !== digest)
    opened = { digest, certificate: await openCertificate(context, Buffer.from(stored.replace(/\s/g, ''), 'base64'), passphrase) };
  return opened.certificate;
}
