export type { SaveTraceOperations, SaveTraces, SaveTracesInput } from './contract.ts';
export { createSaveTraces } from './create-save-traces.ts';
export { TRACES_COLLECTION } from './stored-trace.ts';
export { SWITCHES_COLLECTION } from './trace-switches.ts';
