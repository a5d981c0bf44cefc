import type { InputType } from '#engine/model/definitions';
import { TYPE_ICONS } from '../../../../fields/values/index.ts';
import { Icon } from '../../../../kit/index.ts';

/** The icon of the type of a field. */
export function FieldIcon({ inputType }: { readonly inputType: InputType }) {
  return <Icon of={TYPE_ICONS[inputType]} size={14} />;
}
