import { Select } from '@mantine/core';
import { useState } from 'react';
import type { JsonObject } from '#engine/model/values';
import { toWords } from '#engine/model/values';
import { SkeletonRows, t } from '../../../kit/index.ts';
import { useDefinition } from '../draft/use-definition.ts';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { compareRoles, type RightDifference } from './role-rights.ts';

export interface RoleComparisonProps {
  readonly role: JsonObject;
  readonly roles: readonly ListedDefinition[];
}

/** The rights in which a role and another differ, side by side. */
export function RoleComparison({ role, roles }: RoleComparisonProps) {
  const [id, setId] = useState<string | null>(null);
  const other = roles.find((one) => one.id === id);
  return (
    <>
      <Select
        className="st-compared"
        label={t('studioRoles.compareWith')}
        placeholder={t('studioRoles.choose')}
        data={roles.map(({ id: value, label }) => ({ value, label }))}
        value={id}
        searchable
        onChange={setId}
      />
      {other !== undefined && <Differences role={role} other={other} />}
    </>
  );
}

function Differences({ role, other }: { readonly role: JsonObject; readonly other: ListedDefinition }) {
  const { definition } = useDefinition('role', other.id);
  const { list } = useDefinitions('module');
  if (definition === undefined || list === undefined) return <SkeletonRows rows={5} columns={3} height={32} />;
  const labels = new Map(list.map(({ name, label }) => [name, label]));
  const differences = compareRoles(role, definition, [...labels.keys()]);
  if (differences.length === 0) return <p className="st-note">{t('studioRoles.noDifference', { role: other.label })}</p>;
  return (
    <div className="st-scroll" tabIndex={0} role="group" aria-label={t('studioRoles.tabs.compare')}>
      <table className="st-table">
        <thead>
          <tr>
            <th scope="col">{t('studioRoles.columns.module')}</th>
            <th scope="col">{t('studioRoles.right')}</th>
            <th scope="col">{t('studioRoles.thisRole')}</th>
            <th scope="col">{other.label}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <tr key={`${difference.module} ${difference.field ?? ''} ${difference.right}`}>
              <th scope="row">{labels.get(difference.module)}</th>
              <td>{difference.field === undefined ? t(`studioRoles.columns.${columnOf(difference)}`) : toWords(difference.field)}</td>
              <td>{showSide(difference, difference.one)}</td>
              <td>{showSide(difference, difference.other)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function columnOf({ right }: RightDifference): Exclude<RightDifference['right'], 'field'> {
  return right === 'field' ? 'access' : right;
}

function showSide({ right }: RightDifference, value: string | boolean): string {
  if (typeof value === 'boolean') return t(value ? 'studioRoles.yes' : 'studioRoles.no');
  return right === 'field' ? t(`studioRoles.fieldLevels.${value as 'none'}`) : t(`studioRoles.levels.${value as 'All'}`);
}
