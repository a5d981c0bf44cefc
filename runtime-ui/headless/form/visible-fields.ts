import type { FieldView, ModuleView } from '#engine/model';
import type { Draft } from './draft.ts';

export function isShown(_module: ModuleView, field: FieldView, _draft: Draft): boolean {
  return field.deleted !== true;
}
