import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { PluginDownload } from '../../plugin-host/index.ts';
import { formatDisposition, SANDBOX_POLICY } from './file-headers.ts';

/** Types whose bytes are text. */
const TEXT_TYPE = /^(text\/|application\/(json|xml|.*\+json|.*\+xml)$)/;

/**
 * Sends a plugin's download: always to be saved, as the type that the plugin declared, and without scripts even if a browser shows it. A
 * stream is destroyed when the client leaves.
 */
export async function sendDownload(reply: FastifyReply, { contentType, filename, body }: PluginDownload): Promise<void> {
  void reply.code(200).headers({
    'content-type': TEXT_TYPE.test(contentType) ? `${contentType}; charset=utf-8` : contentType,
    'content-disposition': formatDisposition('attachment', filename),
    'cache-control': 'private, no-store',
    'content-security-policy': SANDBOX_POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    return void reply.header('content-length', bytes.length).send(bytes);
  }
  const stream = Readable.from(body, { objectMode: false });
  reply.raw.once('close', () => stream.destroy());
  void reply.send(stream);
}
