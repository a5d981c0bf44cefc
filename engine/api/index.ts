export { createServer } from './server.ts';
export type { FastifyInstance as ApiServer } from 'fastify';
export type { ApiConfiguration, ApiServices, RightsSource } from './services.ts';
