export { createRedisPubSub, type RedisPubSubOptions } from './create-redis-pub-sub.ts';
