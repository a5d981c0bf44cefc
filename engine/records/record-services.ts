import type { Access } from '../access/index.ts';
import type { ClockPort, GeocoderPort, IdsPort, LogPort, CipherPort, StorePort } from '../ports/index.ts';
import type { Registry } from '../registry/index.ts';
import type { RecordOperations } from './contract.ts';
import type { HookRegistry } from './hooks.ts';

/** What record operations are made of. */
export interface RecordOptions {
  readonly store: StorePort;
  /** Seals the values of sensitive fields in whatever this room writes. */
  readonly cipher: CipherPort;
  readonly registry: Registry;
  readonly access: Access;
  readonly hooks: HookRegistry;
  /** Where ZIPs are, for filters and hooks. */
  readonly geocoder: GeocoderPort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

/** The same, with the operations themselves for hooks to call. */
export interface RecordServices extends RecordOptions {
  readonly operations: () => RecordOperations;
}
