// The composed product; starting, seeding and tests import it from here.
export { composeApplication, type Application, type CompositionOverrides } from './compose.ts';
export { checkDefinitionFiles } from './check-definition-files.ts';
export { readConfiguration, type Configuration } from './configuration.ts';
export { DEMO_PASSWORD, runSeed, replaceFirstSeed, seedOnce, type SeedProgress } from './seed.ts';
export { tuneHeap } from './start-process.ts';
export { serve, type RunningServer, type ServeOptions } from './serve.ts';
export { describePlan, findObstacle } from './describe-plan.ts';
