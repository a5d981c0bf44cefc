export { createServer } from './server.ts';
export type { ApiConfiguration, ApiServices, RightsSource } from './services.ts';
