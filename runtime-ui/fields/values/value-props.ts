import type { FieldView, JsonValue, ModuleView } from '#engine/model';

/** Props of a value component: `cell` is one line in a grid, `detail` has more space. */
export interface ValueProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue;
  readonly look: 'cell' | 'detail';
}
