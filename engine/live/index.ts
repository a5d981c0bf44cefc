export type { Live, LiveMeasures, LiveReceiver, LiveSession, LiveSocket } from './contract.ts';
export { createLive, MAX_SUBSCRIPTIONS } from './create-live.ts';
export type { LiveContext } from './live-context.ts';
export { SIGNALS_COLLECTION } from './signals.ts';
