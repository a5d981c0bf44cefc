import type { CompiledField } from './compiled-module.ts';

/** A column of an entry schema at any level. */
export interface NestedColumn {
  /** The names of the columns above it and its own, such as 'reward.rewardType'. */
  readonly path: string;
  readonly column: CompiledField;
}

/** The columns of a field, each before its own columns. */
export function listNestedColumns({ columns }: Pick<CompiledField, 'columns'>): readonly NestedColumn[] {
  return columns.flatMap((column) => [
    { path: column.name, column },
    ...listNestedColumns(column).map((inner) => ({ ...inner, path: `${column.name}.${inner.path}` })),
  ]);
}
