import { toWords } from '#engine/model/values';
import type { AccessGrant } from '#engine/model/wire';
import { useShell } from '../../client/index.ts';
import { textOf } from '../../fields/values/index.ts';
import { useRecordNamesById } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';

/** Names of teams by id. */
export type TeamNames = ReadonlyMap<string, string>;

/** Names of the teams, which rules identify by id. The user's own teams are known; the others are loaded. */
export function useTeamNames(ids: readonly string[]): TeamNames {
  const own = useShell().data?.teams.map((team) => [team._id, team.name] as const) ?? [];
  const known = new Map(own);
  const loaded = useRecordNamesById(
    'teams',
    ids.filter((id) => !known.has(id)),
  );
  return new Map([...loaded, ...known]);
}

const RIGHTS = ['access', 'view', 'edit', 'delete', 'create', 'export', 'mass_update'] as const;
const LEVELS = ['All', 'Owner', 'None'] as const;
const FIELD = 'field_access.';

/** The grant in words, for the user themselves or, by name, for another user. */
export function describeGrant(grant: AccessGrant, teams: TeamNames, name: string | undefined): string {
  const value = textOf(grant.value);
  if (grant.kind === 'owner') return name === undefined ? t('views.explained.grantOwner') : t('views.explained.grantOwnerTo', { name });
  if (grant.kind === 'team') {
    const team = teams.get(value) ?? value;
    return name === undefined ? t('views.explained.grantTeam', { value: team }) : t('views.explained.grantTeamTo', { name, value: team });
  }
  if (grant.role === undefined) return t('views.explained.grantAnyRole');
  if (grant.property === 'permissions') return t('views.explained.grantPermission', { permission: grant.label ?? value, role: grant.role });
  return t('views.explained.grantRole', { property: describeProperty(grant), value: describeValue(grant), role: grant.role });
}

function describeProperty({ property, label }: AccessGrant): string {
  if (property.startsWith(FIELD)) return t('views.explained.fieldAccess', { field: label ?? toWords(property.slice(FIELD.length)) });
  if (property === 'sensitive_access') return t('views.explained.sensitive');
  const right = RIGHTS.find((one) => one === property);
  return right === undefined ? property : t(`views.explained.rights.${right}`);
}

function describeValue({ value }: AccessGrant): string {
  if (typeof value === 'boolean') return t(value ? 'views.explained.on' : 'views.explained.off');
  const level = LEVELS.find((one) => one === value);
  return level === undefined ? value.replaceAll('-', ' ') : t(`views.explained.levels.${level}`);
}
