import { useState } from 'react';
import { FIELD_ACCESS_LEVELS } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { useModuleView } from '../../../client/index.ts';
import { Button, SkeletonRows, StatusPill, t } from '../../../kit/index.ts';
import type { ListedDefinition } from '../draft/use-definitions.ts';
import { useDefinition } from '../draft/use-definition.ts';
import { listLimitedFields, readFieldLevel, setFieldLevel } from './role-rights.ts';

interface FieldEntry {
  readonly name: string;
  readonly label: string;
  readonly isSensitive: boolean;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The fields of the definition in the draft, then those that every module has. */
function useFields({ id, name }: ListedDefinition): readonly FieldEntry[] | undefined {
  const { definition } = useDefinition('module', id);
  const { data: view, isPending } = useModuleView(name);
  if (definition === undefined || (isPending && view === undefined)) return undefined;
  const fields = definition['fields'];
  const own = (Array.isArray(fields) ? fields : []).filter(isObject).map((field) => ({
    name: textOf(field['fieldName']),
    label: textOf(field['label']) || textOf(field['fieldName']),
    isSensitive: field['sensitive'] === true,
  }));
  const known = new Set(own.map((field) => field.name));
  const common = (view?.fields ?? []).filter(({ fieldName }) => !known.has(fieldName));
  return [...own, ...common.map(({ fieldName, label }) => ({ name: fieldName, label, isSensitive: false }))];
}

export interface FieldRightsProps {
  readonly module: ListedDefinition;
  readonly role: JsonObject;
  readonly published: JsonObject | undefined;
  readonly onChange: (role: JsonObject) => void;
}

/** The fields of a module with the level of a role on each; first those that the role limits. */
export function FieldRights({ module, role, published, onChange }: FieldRightsProps) {
  const fields = useFields(module);
  const [showsAll, setShowsAll] = useState(false);
  // A field stays where it was while its level is changed.
  const [first] = useState(() => new Set(listLimitedFields(role, module.name)));
  if (fields === undefined) return <SkeletonRows rows={4} columns={2} height={32} />;
  const limited = fields.filter(({ name }) => first.has(name));
  const others = fields.filter(({ name }) => !first.has(name));
  const shown = showsAll || limited.length === 0 ? [...limited, ...others] : limited;
  return (
    <>
      <table className="st-table st-fields" aria-label={t('studioRoles.fieldsOf', { module: module.label })}>
        <tbody>
          {shown.map(({ name, label, isSensitive }) => {
            const level = readFieldLevel(role, module.name, name);
            const isChanged = published !== undefined && readFieldLevel(published, module.name, name) !== level;
            return (
              <tr key={name} data-changed={isChanged || undefined}>
                <th scope="row">
                  {label} {isSensitive && <StatusPill hue="red" label={t('studioRoles.isSensitive')} />}
                </th>
                <td>
                  <select
                    className="st-level"
                    aria-label={t('studioRoles.levelOf', { field: label })}
                    value={level}
                    onChange={({ currentTarget }) => {
                      const next = FIELD_ACCESS_LEVELS.find((one) => one === currentTarget.value);
                      if (next !== undefined) onChange(setFieldLevel(role, module.name, name, next));
                    }}
                  >
                    {FIELD_ACCESS_LEVELS.map((one) => (
                      <option key={one} value={one}>
                        {t(`studioRoles.fieldLevels.${one}`)}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {limited.length > 0 && others.length > 0 && (
        <Button size="sm" variant="quiet" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('studioRoles.showLimited') : t('studioRoles.showMore', { count: others.length })}
        </Button>
      )}
    </>
  );
}
