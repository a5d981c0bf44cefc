import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import type { RecordValues } from '../../headless/index.ts';

/** Props of a value component: `cell` is one line in a grid, `detail` has more space. */
export interface ValueProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue;
  readonly look: 'cell' | 'detail';
  /** The record of the value. */
  readonly record?: RecordValues | undefined;
}
