import type { StorePort } from '../../../engine/ports/index.ts';

/** Opens stores for the suite, which closes them. */
export interface StoreMaker {
  /** An empty store with its own data. */
  readonly make: () => Promise<StorePort>;
  /** A second handle, as in another process, on the data of a store that `make` opened. */
  readonly openSecondHandle: (store: StorePort) => Promise<StorePort>;
}
