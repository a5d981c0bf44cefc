import type { Access } from '../access/index.ts';
import type { CipherPort, ClockPort, GeocoderPort, IdsPort, LogPort, StorePort, StoreWrite } from '../ports/index.ts';
import type { RecordOperations } from './contract.ts';
import type { HookRegistry } from './hooks.ts';
import type { SaveTracer } from './tracing/trace-contract.ts';
import type { TraceRecorder } from './tracing/trace-recorder.ts';

/** Dependencies of reading records. */
export interface ReadServices {
  readonly store: StorePort;
  /** Encrypts the values of sensitive fields in everything that this package writes. */
  readonly cipher: CipherPort;
  readonly access: Access;
  /** Finds the locations of ZIP codes, for filters and hooks. */
  readonly geocoder: GeocoderPort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
}

/** Is called after saves, to count them. Its members must not throw. */
export interface SaveObserver {
  /** A unit with these writes was committed. */
  onCommit(writes: readonly StoreWrite[]): void;
  /** An operation that saves records of a module, whose name may be wrong, ended with an error. */
  onError(module: string, error: unknown): void;
}

/** Dependencies of the record operations. */
export interface RecordOptions extends ReadServices {
  readonly hooks: HookRegistry;
  readonly log: LogPort;
  readonly saves?: SaveObserver | undefined;
  /** Traces saves; absent: none is traced. */
  readonly tracer?: SaveTracer | undefined;
  /** Records what saves with these services do; absent: they are not traced. */
  readonly trace?: TraceRecorder | undefined;
}

/** The same, with the operations themselves, which hooks may call. */
export interface RecordServices extends RecordOptions {
  readonly records: RecordOperations;
  /** Creates the operations on other services, for hooks of a traced save; absent: they use `records`. */
  readonly operationsOn?: ((options: RecordOptions) => RecordOperations) | undefined;
}
