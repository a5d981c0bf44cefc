import type { PlannedAccess } from '#engine/model/wire';
import { toWords } from '#engine/model/values';
import { t } from '../../../kit/index.ts';

const RIGHTS = [
  'access',
  'view',
  'edit',
  'delete',
  'create',
  'export',
  'mass_update',
  'assign_any_team',
  'sensitive',
  'read',
  'write',
] as const;

/** The levels of rights on modules and on fields, by the word that is shown. */
const LEVELS: { readonly [level: string]: 'All' | 'Owner' | 'Rule' | 'None' | 'yes' | 'no' } = {
  All: 'All',
  all: 'All',
  Owner: 'Owner',
  owner: 'Owner',
  Rule: 'Rule',
  None: 'None',
  none: 'None',
  true: 'yes',
  false: 'no',
};

/** 'Edit' for the right 'edit'. */
export function nameRight(right: string): string {
  const known = RIGHTS.find((one) => one === right);
  return known === undefined ? toWords(right) : t(`studioAccess.rightNames.${known}`);
}

/** 'Own' for the level 'Owner'. */
export function nameLevel(level: string): string {
  const known = LEVELS[level];
  return known === undefined ? level : t(`studioAccess.levelNames.${known}`);
}

/** The module, and the field, that a right is on, by their labels. */
export function nameObject({ module, field }: Pick<PlannedAccess, 'module' | 'field'>, labels: ReadonlyMap<string, string>): string {
  const label = labels.get(module) ?? toWords(module);
  return field === null ? label : `${label}, ${toWords(field)}`;
}
