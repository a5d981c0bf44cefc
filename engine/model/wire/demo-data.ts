import type { JsonValue } from '../values/index.ts';

/** `GET /api/demo-data`: the records of the first seed that still exist. */
export interface DemoDataView {
  /** Their number; 0: there are none, or this installation was not started with demo data. */
  readonly total: number;
  /** By module, the most first. */
  readonly modules: readonly { readonly module: string; readonly label: string; readonly count: number }[];
  /** Their removal, while it runs and after it ended; null: it was never started. */
  readonly removal: {
    readonly state: 'running' | 'done' | 'failed';
    /** `{ done, of }` while it runs; null before the first record was removed. */
    readonly progress: JsonValue;
  } | null;
}
