import type { JsonObject, JsonValue } from '#engine/model';
import type { Place, ShownWidget, WidgetContent } from './contract.ts';

/** The fields of a stored record. */
export type Stored = Readonly<Record<string, JsonValue | undefined>>;

/** An entry of the field `dashboard_layout`. */
export interface LayoutEntry extends Place {
  /** Id of the widget; '' in a default dashboard. */
  readonly id: string;
}

/** A text of a record; '' if it has none. */
export function textIn(record: Stored, field: string): string {
  const value = record[field];
  return typeof value === 'string' ? value : '';
}

/** The id that a relate of a record holds, populated or not. */
export function idIn(record: Stored, field: string): string | null {
  const value = record[field];
  const id = isObject(value) ? value['_id'] : value;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The texts of a list of a record. */
export function textsIn(record: Stored, field: string): readonly string[] {
  const value = record[field];
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter((one): one is string => typeof one === 'string' && one !== '') : [];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectIn(record: Stored, field: string): JsonObject {
  const value = record[field];
  return isObject(value) ? value : {};
}

function objectsIn(record: Stored, field: string): readonly JsonObject[] {
  const value = record[field];
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isObject) : [];
}

function numberIn(record: Stored, field: string, otherwise: number): number {
  const value = record[field];
  return typeof value === 'number' ? value : otherwise;
}

function readPlace(entry: Stored): Place {
  return {
    column: numberIn(entry, 'column', 0),
    row: numberIn(entry, 'row', 0),
    width: numberIn(entry, 'width', 1),
    height: numberIn(entry, 'height', 1),
  };
}

/** Where the widgets of a dashboard are placed. */
export function readLayout(dashboard: Stored): readonly LayoutEntry[] {
  return objectsIn(dashboard, 'dashboard_layout').map((entry) => ({ id: idIn(entry, 'id') ?? '', ...readPlace(entry) }));
}

function readContent(record: Stored, title: string): WidgetContent {
  return {
    widget: textIn(record, 'widget') || 'chart',
    title,
    report: idIn(record, 'report'),
    chart: idIn(record, 'chart'),
    settings: objectIn(record, 'settings'),
  };
}

/** The widgets of a dashboard, each with its place. */
export function readWidgets(dashboard: Stored, records: readonly Stored[]): readonly ShownWidget[] {
  const places = new Map(readLayout(dashboard).map(({ id, ...place }) => [id, place]));
  return records.map((record) => {
    const id = textIn(record, '_id');
    return { id, ...readContent(record, textIn(record, 'name')), place: places.get(id) ?? null };
  });
}

/** The widgets of a default or module dashboard: those of its layout, and its reports and charts that are not in it. */
export function readSharedWidgets(dashboard: Stored): readonly ShownWidget[] {
  const placed = objectsIn(dashboard, 'dashboard_layout').map((entry, at) => ({
    id: String(at),
    ...readContent(entry, textIn(entry, 'title')),
    place: typeof entry['width'] === 'number' ? readPlace(entry) : null,
  }));
  const others = [
    ...textsIn(dashboard, 'charts').map((chart) => ({ report: null, chart })),
    ...textsIn(dashboard, 'reports').map((report) => ({ report, chart: null })),
  ].filter(({ report, chart }) => !placed.some((one) => (chart === null ? one.report === report : one.chart === chart)));
  return [
    ...placed,
    ...others.map((one, at) => ({ id: String(placed.length + at), widget: 'chart', title: '', settings: {}, place: null, ...one })),
  ];
}
