import type { Access } from '../access/index.ts';
import type { CipherPort, ClockPort, GeocoderPort, IdsPort, LogPort, StorePort } from '../ports/index.ts';
import type { Registry } from '../registry/index.ts';
import type { RecordOperations } from './contract.ts';
import type { HookRegistry } from './hooks.ts';

/** Dependencies of the record operations. */
export interface RecordOptions {
  readonly store: StorePort;
  /** Encrypts the values of sensitive fields in everything that this package writes. */
  readonly cipher: CipherPort;
  readonly registry: Registry;
  readonly access: Access;
  readonly hooks: HookRegistry;
  /** Finds the locations of ZIP codes, for filters and hooks. */
  readonly geocoder: GeocoderPort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

/** The same, with the operations themselves for hooks to call. */
export interface RecordServices extends RecordOptions {
  readonly operations: () => RecordOperations;
}
