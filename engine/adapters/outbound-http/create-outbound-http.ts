import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { OutboundHttpPort, OutboundRequest, OutboundResult } from '../../ports/index.ts';
import { describeFailure } from './describe-failure.ts';
import { isPublicAddress } from './public-address.ts';
import { NOT_PUBLIC, parseTarget, type Target } from './parse-target.ts';
import { resolveDns } from './resolve-dns.ts';
import { sendRequest, type OutboundResponse } from './send-request.ts';

/** Milliseconds that a call may take, from the look-up of the host to the end of the answer. */
const DEADLINE = 10_000;

export interface OutboundHttpOptions {
  /** Hosts that may lie on a private network and be called by http, such as 'intranet' or 'localhost:9000' (that port alone). */
  readonly privateHosts: readonly string[];
  /** The addresses of a host; default: asked of the name servers. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Milliseconds; default 10,000. */
  readonly deadline?: number;
}

/**
 * Calls by Node's own client. The host is looked up first, each address it has is judged, and the connection goes to one
 * that was judged: a name that points elsewhere a moment later is of no use.
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
      // A name server that is away for a moment is no reason to refuse an address: it is judged at each call anyway.
      return withDeadline(deadline, () => findAddress(target)).then(() => undefined, (error: unknown) => (error instanceof RefusedRequestError ? error.message : undefined));
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

/** A call that is not made. */
class RefusedRequestError extends Error {}

function formatProblem(error: unknown, deadline: number): string {
  return error instanceof RefusedRequestError ? error.message : describeFailure(error, deadline);
}

/** A look-up of a name cannot be broken off: its end is not waited for. */
async function withDeadline<T>(deadline: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(), deadline);
  const over = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
  over.catch(() => undefined);
  try {
    return await Promise.race([run(signal), over]);
  } finally {
    clearTimeout(timer);
  }
}
