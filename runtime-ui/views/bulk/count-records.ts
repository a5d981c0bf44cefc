import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';

/** A number of records for a text: `1 lead`, `2,999 leads`. */
export function countRecords({ label, labelSingular }: Pick<ModuleView, 'label' | 'labelSingular'>, count: number): string {
  return `${count.toLocaleString('en-US')} ${lowercaseLabel(count === 1 ? labelSingular : label)}`;
}
