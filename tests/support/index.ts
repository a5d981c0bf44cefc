export { fixtureId } from './fixture-ids.ts';
export { createFixtureModule, type FixtureField, type FixtureModule } from './fixture-module.ts';
export { createGate, type Gate } from './gate.ts';
export { readService, type ServiceVariable } from './services.ts';
export { startMongoServer, type MongoServer } from './mongo-server.ts';
