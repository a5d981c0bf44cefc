export { bucketOf } from './bucket.ts';
export { compareGroupKeys, groupInMemory, groupKeysOf, type MemoryGroup } from './group-in-memory.ts';
export { TIME_UNITS, type GroupMeasure, type GroupStep, type TimeUnit } from './group-query.ts';
