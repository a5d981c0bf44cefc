import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { MusterError } from '../../errors/index.ts';
import type { OutboundAddress, OutboundHttpPort, OutboundResult } from '../../ports/index.ts';
import { isPublicAddress } from './public-address.ts';
import { NOT_PUBLIC, parseServer, parseTarget, type Target } from './parse-target.ts';
import { readExcerpt, readResponse, ResponseTooLargeError, sendRequest, type RequestParts } from './send-request.ts';

/** Milliseconds that a request may take, from the DNS lookup to the end of the response. */
const DEADLINE = 10_000;

/** Texts for an admin by Node error code; they contain no addresses. */
const FAILURE_MESSAGES: { readonly [code: string]: string } = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host did not respond in time',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host could not be looked up',
  ETIMEOUT: 'its host could not be looked up',
  ESERVFAIL: 'its host could not be looked up',
  EREFUSED: 'its host could not be looked up',
};

export interface OutboundHttpOptions {
  /** Hosts that may be in a private network and be requested over http, such as 'intranet' or 'localhost:9000' (only that port). */
  readonly privateHosts: readonly string[];
  /** Returns the addresses of a host, which may be an address itself; default: by DNS. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Milliseconds; default 10,000. */
  readonly deadline?: number;
}

/**
 * Sends requests with Node's HTTP client. It first resolves the host and checks every address, then connects to a checked
 * address: a host name that resolves to another address a moment later has no effect.
 */
export function createOutboundHttp({ privateHosts, resolve = resolveDns, deadline = DEADLINE }: OutboundHttpOptions): OutboundHttpPort {
  const findAddress = async (target: Omit<Target, 'url'>): Promise<string> => {
    const { host, isAllowlisted } = target;
    const addresses = isAllowlisted ? [(await lookup(host)).address] : await resolve(host);
    const [first] = addresses;
    if (first === undefined) throw new RefusedRequestError('its host is not known');
    if (!isAllowlisted && !addresses.every(isPublicAddress)) throw new RefusedRequestError(NOT_PUBLIC);
    return first;
  };
  const send = async <Result>(url: string, parts: RequestParts, read: (response: IncomingMessage) => Promise<Result>): Promise<Result> => {
    const target = parseTarget(url, privateHosts);
    if (typeof target === 'string') throw new RefusedRequestError(target);
    const address = await findAddress(target);
    parts.signal.throwIfAborted();
    return sendRequest(target, address, parts, read);
  };
  return {
    async findProblem(url) {
      const target = parseTarget(url, privateHosts);
      if (typeof target === 'string') return target;
      // A name server that fails for a moment is no reason to refuse a URL: each request checks it again.
      return withDeadline(deadline, () => findAddress(target)).then(
        () => undefined,
        (error: unknown) => (error instanceof RefusedRequestError ? error.message : undefined),
      );
    },
    async post(request) {
      const startedAt = performance.now();
      const { url, headers, body } = request;
      const result = await withDeadline(deadline, (signal) => send(url, { method: 'POST', headers, body, signal }, readExcerpt)).then(
        ({ status, excerpt }): Omit<OutboundResult, 'duration'> => ({ status, excerpt, failure: undefined }),
        (error: unknown) => ({ status: undefined, excerpt: '', failure: formatProblem(error, deadline) }),
      );
      return { ...result, duration: Math.round(performance.now() - startedAt) };
    },
    async exchange({ url, timeout, maxBytes, signal: cancel, ...parts }) {
      // The headers of a response to HEAD name the size of a body that is not sent.
      const acceptedBytes = parts.method === 'HEAD' ? Infinity : maxBytes;
      try {
        return await withDeadline(
          timeout,
          (signal) => send(url, { ...parts, signal }, (response) => readResponse(response, acceptedBytes)),
          cancel,
        );
      } catch (error) {
        throw createFailure(error, explain(error));
      }
      function explain(error: unknown): string {
        if (cancel?.aborted === true) return 'it was cancelled';
        return error instanceof ResponseTooLargeError ? `the response is larger than ${maxBytes} bytes` : formatProblem(error, timeout);
      }
    },
    resolve: (server) =>
      resolveServer(parseServer(server, privateHosts), (target) => withDeadline(deadline, () => findAddress(target))).catch(
        (error: unknown) => {
          throw createFailure(error, formatProblem(error, deadline));
        },
      ),
  };
}

async function resolveServer(
  target: ReturnType<typeof parseServer>,
  findAddress: (target: Omit<Target, 'url'>) => Promise<string>,
): Promise<OutboundAddress> {
  if (typeof target === 'string') throw new RefusedRequestError(target);
  return { address: await findAddress(target), isNamed: target.isAllowlisted };
}

function createFailure(error: unknown, reason: string): MusterError {
  const refused = error instanceof RefusedRequestError ? { data: { refused: true } } : {};
  return new MusterError('outbound_failed', { values: { reason }, cause: error, ...refused });
}

/** A request that was refused and not sent. */
class RefusedRequestError extends Error {}

function formatProblem(error: unknown, deadline: number): string {
  return error instanceof RefusedRequestError ? error.message : describeFailure(error, deadline);
}

/** A DNS lookup cannot be aborted, so its end is not awaited. `cancel` ends the run earlier. */
async function withDeadline<T>(deadline: number, run: (signal: AbortSignal) => Promise<T>, cancel?: AbortSignal): Promise<T> {
  const controller = new AbortController();
  const signal = cancel === undefined ? controller.signal : AbortSignal.any([controller.signal, cancel]);
  signal.throwIfAborted();
  const timer = setTimeout(() => controller.abort(), deadline);
  const over = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
  over.catch(() => undefined);
  try {
    return await Promise.race([run(signal), over]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Resolves the addresses of a host by name servers only. It does not use the local names of this machine, nor the few
 * pool threads of the process, which file access needs. Returns an empty list when the host is not known. Throws when a
 * name server fails.
 */
async function resolveDns(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [...(four.status === 'fulfilled' ? four.value : []), ...(six.status === 'fulfilled' ? six.value : [])];
  if (found.length > 0) return found;
  const failed = [four, six].find((one) => one.status === 'rejected' && !isHostUnknown(one.reason));
  if (failed?.status === 'rejected') throw failed.reason;
  return [];
}

function isHostUnknown(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Describes why a request failed. */
function describeFailure(error: unknown, deadline: number): string {
  const { name, code = '' } = error as NodeJS.ErrnoException;
  if (name === 'AbortError') return `no response within ${Math.round(deadline / 1000)} seconds`;
  const known = FAILURE_MESSAGES[code];
  if (known !== undefined) return known;
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code)) return `no secure connection could be made (${code})`;
  if (code.startsWith('HPE_')) return 'the response was not HTTP';
  return code === '' ? 'the request failed' : `the request failed (${code})`;
}
