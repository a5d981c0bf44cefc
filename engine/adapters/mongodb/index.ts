export { createMongoStore, type MongoStoreOptions } from './create-mongo-store.ts';
