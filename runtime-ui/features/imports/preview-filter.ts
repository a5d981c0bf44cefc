import type { ImportProblemKind, ImportRowState, ImportSummary } from '#engine/model/wire';
import type { ImportRowsQuery } from '../../client/index.ts';

/** Which rows the preview shows. */
export interface PreviewFilter {
  /** Undefined: rows of any state. */
  readonly state?: ImportRowState | undefined;
  /** Only rows with this problem. */
  readonly kind?: Pick<ImportProblemKind, 'column' | 'code'> | undefined;
}

export const ALL_ROWS: PreviewFilter = {};

/** What identifies a kind of problem. */
export function isKind(kind: PreviewFilter['kind'], { column, code }: Pick<ImportProblemKind, 'column' | 'code'>): boolean {
  return kind !== undefined && kind.column === column && kind.code === code;
}

/** The page of rows that a filter is read as. */
export function toRowsQuery({ state, kind }: PreviewFilter, page: number): ImportRowsQuery {
  if (kind === undefined) return { state, page };
  return { state, page, code: kind.code, column: kind.column ?? 'row' };
}

/** The states that have rows, in the order of the tabs: new ones, changes and problems always. */
export function listTabs(summary: ImportSummary | null): readonly ImportRowState[] {
  const more = (['unchanged', 'skip'] as const).filter((state) => (summary?.[state] ?? 0) > 0);
  return ['new', 'update', ...more, 'problem'];
}
