import type { ImportProblemKind, ImportRowState, ImportSummary } from '#engine/model/wire';
import type { ImportRowsQuery } from '../../client/index.ts';

/** Which rows the preview shows. */
export interface PreviewFilter {
  /** Undefined: rows of any state. */
  readonly state?: ImportRowState | undefined;
  /** Only rows with this problem. */
  readonly kind?: Pick<ImportProblemKind, 'column' | 'field' | 'code'> | undefined;
}

export const ALL_ROWS: PreviewFilter = {};

/** Whether two kinds of problems are the same. */
export function isKind(kind: PreviewFilter['kind'], other: NonNullable<PreviewFilter['kind']>): boolean {
  return kind !== undefined && kind.column === other.column && kind.field === other.field && kind.code === other.code;
}

/** The page of rows that a filter is read as. */
export function toRowsQuery({ state, kind }: PreviewFilter, page: number): ImportRowsQuery {
  if (kind === undefined) return { state, page };
  const { column, field, code } = kind;
  return { state, problem: { column, field, code }, page };
}

/** The states that have rows, in the order of the tabs: new ones, changes and problems always. */
export function listTabs(summary: ImportSummary | null): readonly ImportRowState[] {
  const more = (['unchanged', 'skip'] as const).filter((state) => (summary?.[state] ?? 0) > 0);
  return ['new', 'update', ...more, 'problem'];
}
