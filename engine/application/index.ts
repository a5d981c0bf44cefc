// The product put together; what starts it, seeds it or tests it enters here.
export { composeApplication, type Application, type CompositionOverrides } from './compose.ts';
export { readConfiguration, type Configuration } from './configuration.ts';
export { DEMO_PASSWORD, runSeed, seedInstead, seedOnce, type SeedProgress } from './seed.ts';
export { serve, type RunningServer } from './serve.ts';
export { runWorkers } from './workers.ts';
