import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PluginDownload } from '../../plugin-host/index.ts';
import { formatDisposition, SANDBOX_POLICY } from './file-headers.ts';

/** Types whose bytes are text. */
const TEXT_TYPE = /^(text\/|application\/(json|xml|.*\+json|.*\+xml)$)/;

/**
 * Sends a plugin's download: always to be saved, as the type that the plugin declared, and without scripts even if a browser shows it. A
 * stream is destroyed when the client leaves. Of one with an etag a client that has it gets 304. An embeddable picture is shown.
 */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, filename, body, etag, isEmbeddable = false }: PluginDownload,
): Promise<void> {
  const tag = etag === undefined ? undefined : `"${etag}"`;
  const isKnown = tag !== undefined && hasTag(request.headers['if-none-match'], tag);
  if (tag !== undefined) void reply.header('etag', tag);
  void reply.code(isKnown ? 304 : 200).headers({
    'content-type': TEXT_TYPE.test(contentType) ? `${contentType}; charset=utf-8` : contentType,
    'content-disposition': formatDisposition(isEmbeddable ? 'inline' : 'attachment', filename),
    'cache-control': tag === undefined ? 'private, no-store' : 'private, no-cache',
    'content-security-policy': SANDBOX_POLICY,
    'cross-origin-resource-policy': isEmbeddable ? 'cross-origin' : 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  if (isKnown) {
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) Readable.from(body, { objectMode: false }).destroy();
    return void reply.send();
  }
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    return void reply.header('content-length', bytes.length).send(bytes);
  }
  const stream = Readable.from(body, { objectMode: false });
  reply.raw.once('close', () => stream.destroy());
  void reply.send(stream);
}

/** Whether a client names the tag among those that it has; a weak one is the same here. */
function hasTag(header: string | undefined, tag: string): boolean {
  return header !== undefined && header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
