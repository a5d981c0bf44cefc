export { fixtureId } from './fixture-ids.ts';
export { createFixtureModule, type FixtureField, type FixtureModule } from './fixture-module.ts';
export { createDeferred, type Deferred } from './deferred.ts';
export { readService, type ServiceVariable } from './services.ts';
export { startMongoServer, type MongoServer } from './mongo-server.ts';
