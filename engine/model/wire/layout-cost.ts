/** An index that a module could have for a field of a layout. */
export interface IndexOffer {
  /** Its fields, as they are named in definitions. */
  readonly fields: readonly string[];
  /** The definition leaves it out: it comes back when it is removed from `withoutIndexes`. Else it is added to `indexes`. */
  readonly isLeftOut: boolean;
}

/** What it costs to sort a list by a field of a layout, or to search by it. */
export interface LayoutCostItem {
  /** As it is named in the layout. */
  readonly field: string;
  readonly use: 'sort' | 'filter';
  /** An index serves it now. */
  readonly isServed: boolean;
  /** An index serves it once the layout is published. */
  readonly willBeServed: boolean;
  /** The fields of that index; null: none, or the records are in its order anyway. */
  readonly index: readonly string[] | null;
  /**
   * 95th percentile of the measured times of a page, in milliseconds; null: not measured, because the field is not published yet, no record
   * has a value, or there was no time left.
   */
  readonly milliseconds: number | null;
  /** A measurement was stopped: it takes longer than `milliseconds`. */
  readonly isStopped: boolean;
  /** The index that would serve it; null: it is served, or no index can. */
  readonly offer: IndexOffer | null;
  /** Without an index it reads more records than `scanLimit`. */
  readonly isTooMany: boolean;
}

/** `POST /api/definitions/layout-cost`: the costs of a layout on this store. */
export interface LayoutCost {
  readonly module: string;
  /** Number of records of the module, roughly. */
  readonly records: number;
  /** Number of records above which a query without an index is reported. */
  readonly scanLimit: number;
  readonly items: readonly LayoutCostItem[];
}
