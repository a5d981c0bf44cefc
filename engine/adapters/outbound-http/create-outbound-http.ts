import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { OutboundHttpPort, OutboundRequest, OutboundResult } from '../../ports/index.ts';
import { describeFailure } from './describe-failure.ts';
import { isPublicAddress } from './public-address.ts';
import { NOT_PUBLIC, parseTarget, type Target } from './parse-target.ts';
import { resolveDns } from './resolve-dns.ts';
import { sendRequest, type OutboundResponse } from './send-request.ts';

/** Milliseconds that a request may take, from the DNS lookup to the end of the response. */
const DEADLINE = 10_000;

export interface OutboundHttpOptions {
  /** Hosts that may be in a private network and be requested over http, such as 'intranet' or 'localhost:9000' (only that port). */
  readonly privateHosts: readonly string[];
  /** Returns the addresses of a host; default: by DNS. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Milliseconds; default 10,000. */
  readonly deadline?: number;
}

/**
 * Sends requests with Node's HTTP client. It first resolves the host and checks every address, then connects to a checked
 * address: a host name that resolves to another address a moment later has no effect.
 */
export function createOutboundHttp({ privateHosts, resolve = resolveDns, deadline = DEADLINE }: OutboundHttpOptions): OutboundHttpPort {
  const findAddress = async (target: Target): Promise<string> => {
    const { host, isAllowlisted } = target;
    const addresses = isIP(host) !== 0 ? [host] : isAllowlisted ? [(await lookup(host)).address] : await resolve(host);
    const [first] = addresses;
    if (first === undefined) throw new RefusedRequestError('its host is not known');
    if (!isAllowlisted && !addresses.every(isPublicAddress)) throw new RefusedRequestError(NOT_PUBLIC);
    return first;
  };
  const send = async ({ url, headers, body }: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> => {
    const target = parseTarget(url, privateHosts);
    if (typeof target === 'string') throw new RefusedRequestError(target);
    const address = await findAddress(target);
    signal.throwIfAborted();
    return sendRequest(target, address, { headers, body, signal });
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
      const result = await withDeadline(deadline, (signal) => send(request, signal)).then(
        ({ status, excerpt }): Omit<OutboundResult, 'duration'> => ({ status, excerpt, failure: undefined }),
        (error: unknown) => ({ status: undefined, excerpt: '', failure: formatProblem(error, deadline) }),
      );
      return { ...result, duration: Math.round(performance.now() - startedAt) };
    },
  };
}

/** A request that was refused and not sent. */
class RefusedRequestError extends Error {}

function formatProblem(error: unknown, deadline: number): string {
  return error instanceof RefusedRequestError ? error.message : describeFailure(error, deadline);
}

/** A DNS lookup cannot be aborted, so its end is not awaited. */
async function withDeadline<T>(deadline: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
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
