import { Readable } from 'node:stream';
import { MusterError } from '../errors/index.ts';
import type { LogPort } from '../ports/index.ts';
import type { PluginRouteDefinition } from './manifest.ts';
import type { PluginDownload, PluginRouteResponse } from './route-response.ts';
import { describeCause } from './run-guarded.ts';

/** The form of a content type. Its parameters are set by the server. */
export const CONTENT_TYPE = /^[a-z0-9]+\/[a-z0-9][a-z0-9.+-]*$/;

/** What an entity tag may contain between its quotation marks. */
const ETAG = /^[\x21\x23-\x7e]{1,200}$/;

export function isDownload(response: PluginRouteResponse | PluginDownload): response is PluginDownload {
  return 'contentType' in response;
}

/** The route that returns a download, and how its stream is limited. */
interface DownloadOwner {
  readonly plugin: string;
  readonly handler: string;
  readonly log: LogPort;
  /** Milliseconds that each part of a stream may take. */
  readonly deadline: number;
  readonly route: Pick<PluginRouteDefinition, 'method' | 'readOnly' | 'downloads'>;
}

/**
 * Checks a download and guards its stream: a part that takes too long, or a failure, ends it and is logged with the plugin. Errors:
 * `plugin_failed` for a download that the route does not declare.
 */
export function readDownload({ contentType, filename, body, etag, isEmbeddable }: PluginDownload, owner: DownloadOwner): PluginDownload {
  const { plugin, handler, route } = owner;
  const isDeclared = (route.method === 'GET' || route.readOnly === true) && route.downloads?.includes(contentType) === true;
  if (!isDeclared || typeof filename !== 'string' || !isBody(body) || !(etag === undefined || ETAG.test(etag))) {
    const cause = new Error(
      isDeclared
        ? 'A download has a filename and a body, and its etag, if any, is of printable characters.'
        : `The route does not list ${contentType} in its downloads, or does not only read.`,
    );
    throw new MusterError('plugin_failed', { values: { plugin }, data: { plugin, handler }, cause });
  }
  const guarded = typeof body === 'string' || Buffer.isBuffer(body) ? body : guardStream(body, owner);
  const shown = isEmbeddable === true && contentType.startsWith('image/') ? { isEmbeddable } : {};
  return { contentType, filename, body: guarded, ...(etag === undefined ? {} : { etag }), ...shown };
}

function isBody(body: unknown): boolean {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return true;
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

async function* guardStream(
  body: AsyncIterable<Uint8Array | string>,
  { plugin, handler, log, deadline }: DownloadOwner,
): AsyncIterable<Uint8Array | string> {
  const parts = body[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const part = await withDeadline(parts.next(), deadline, () => new MusterError('plugin_timeout', { values: { plugin } }));
      isOver = part.done === true;
      if (part.done === true) return;
      yield part.value;
    }
  } catch (error) {
    const code = error instanceof MusterError ? error.code : 'plugin_failed';
    log.error({ plugin, handler, code, cause: describeCause(error) }, `The plugin ${plugin} did not end a download: ${handler}`);
    throw error;
  } finally {
    // It failed, or the client has left. A stream that hangs must not keep the server waiting.
    if (!isOver) closeStream(body, parts);
  }
}

/** Destroys a stream, which frees its file even while a read hangs: its iterator would end only after the read. */
function closeStream(body: AsyncIterable<unknown>, parts: AsyncIterator<unknown>): void {
  if (body instanceof Readable) body.destroy();
  void parts.return?.().catch(() => undefined);
}

async function withDeadline<Result>(promise: Promise<Result>, milliseconds: number, makeError: () => Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(makeError()), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
