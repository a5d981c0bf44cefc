export type { Live, LiveReceiver, LiveSession, LiveSocket } from './contract.ts';
export { createLive, type LiveContext } from './create-live.ts';
export { SIGNALS_COLLECTION } from './signals.ts';
