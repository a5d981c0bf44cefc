import type { FigureData, JsonObject, JsonValue } from '#engine/model';
import type { Stored } from './stored-report.ts';

/** A group of the first field that a report groups by, with its measures on a day. */
export type SnapshotGroup = Omit<FigureData['steps'][number]['groups'][number], 'filter'> & Pick<FigureData['rows'][number], 'values'>;

/** What the field `figures` of a snapshot has. */
export interface SnapshotFigures {
  readonly measures: FigureData['measures'];
  readonly total: FigureData['total'];
  /** The first field that the report groups by; null: none, or periods. */
  readonly step: { readonly field: string; readonly label: string } | null;
  readonly groups: readonly SnapshotGroup[];
  /** Which records the owner of the report saw, by part. */
  readonly reach: { readonly [part: string]: string };
}

/** The figures of a report on a day. */
export interface StoredSnapshot {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Equal for the same definition of the report. */
  readonly definitionKey: string;
  readonly figures: SnapshotFigures;
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a record of `reportSnapshots`; undefined: it has no figures. */
export function readSnapshot({ day, definition_key: definitionKey, figures }: Stored): StoredSnapshot | undefined {
  if (typeof day !== 'string' || typeof definitionKey !== 'string' || !isObject(figures)) return undefined;
  // Only the product writes this field.
  return { day, definitionKey, figures: figures as unknown as SnapshotFigures };
}

/** Whether a reader sees at least the records that a snapshot was made of. */
export function covers(reader: SnapshotFigures['reach'], { reach }: SnapshotFigures): boolean {
  return Object.entries(reach).every(([part, seen]) => seen === 'none' || reader[part] === 'all' || reader[part] === seen);
}
