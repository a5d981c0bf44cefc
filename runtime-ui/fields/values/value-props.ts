import type { FieldView, JsonValue, ModuleView } from '#engine/model';

/** What shows a value: `cell` is one line in a grid, `detail` has room. */
export interface ValueProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue;
  readonly look: 'cell' | 'detail';
}
