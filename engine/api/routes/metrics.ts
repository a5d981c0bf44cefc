import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { MusterError } from '../../errors/index.ts';
import type { RequestTimes } from '../../metrics/index.ts';
import type { EndpointRouter } from '../request/request-context.ts';

/**
 * `GET /api/metrics`: measures of this process in the text format of Prometheus, for the holder of the token in `MUSTER_METRICS_TOKEN`; off
 * without one. Served under overload too, because then it is needed most.
 */
export function serveMetrics({ app, services: { metrics } }: EndpointRouter): void {
  app.get('/api/metrics', { config: { isServedWhenOverloaded: true } }, async (request, reply) => {
    if (metrics === undefined) throw new MusterError('route_not_found');
    if (!isToken(request.headers.authorization, metrics.token)) throw new MusterError('metrics_token_invalid');
    void reply
      .headers({
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(await metrics.collect());
    return reply;
  });
}

/** Compares digests, which have the same length, in constant time. */
function isToken(header: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}

/** Measures all requests to the routes that are registered from now on. Each route finds its counters once, not with each request. */
export function measureRequests(app: FastifyInstance, requests: RequestTimes): void {
  app.addHook('onRoute', (route) => {
    const times = new Map([route.method].flat().map((method) => [method, requests.ofRoute(route.url, method)]));
    route.onResponse = [
      ...[route.onResponse ?? []].flat(),
      (request, reply, done) => {
        times.get(request.method)?.observe(reply.statusCode, reply.elapsedTime);
        done();
      },
    ];
  });
  const unmatched = requests.ofRoute('unmatched', 'any');
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) unmatched.observe(reply.statusCode, reply.elapsedTime);
    done();
  });
}
