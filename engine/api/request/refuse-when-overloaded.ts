import fastifyUnderPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { MusterError } from '../../errors/index.ts';
import type { ApiConfiguration } from '../services.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True: the endpoint is served while the event loop is delayed too. */
    readonly isServedWhenOverloaded?: boolean;
  }
}

/** Milliseconds over which the delay of the event loop is measured. */
const SAMPLE_INTERVAL = 1_000;

/** Refuses requests (`overloaded`) while the event loop is delayed for longer than the limit. */
export async function refuseWhenOverloaded(app: FastifyInstance, { maxLoopDelay, readLoopDelay }: ApiConfiguration): Promise<void> {
  // Without a limit, the plugin only measures.
  await app.register(fastifyUnderPressure, { sampleInterval: SAMPLE_INTERVAL });
  const readDelay = readLoopDelay ?? (() => app.memoryUsage().eventLoopDelay);
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = request.routeOptions.config.isServedWhenOverloaded !== true && toDelay(readDelay()) > maxLoopDelay;
    done(isRefused ? new MusterError('overloaded') : undefined);
  });
}

/**
 * The delay that a sample shows. The plugin reports an empty sample as infinite: the loop was blocked during all of it, for
 * example in a pause of the machine. Only a delay that lasts is an overload, and then the next samples show it.
 */
function toDelay(measured: number): number {
  return measured === Infinity ? SAMPLE_INTERVAL : measured;
}
