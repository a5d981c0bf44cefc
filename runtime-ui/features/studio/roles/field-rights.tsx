import { useState } from 'react';
import { FIELD_ACCESS_LEVELS, type FieldDefinition, type ModuleDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { Button, SkeletonRows, StatusPill, t } from '../../../kit/index.ts';
import type { ListedDefinition } from '../draft/use-definitions.ts';
import { useDefinition } from '../draft/use-definition.ts';
import { useFieldDefinitions } from '../fields/use-published-view.ts';
import { matchesText } from './find-fields.ts';
import { listLimitedFields, readFieldLevel, setFieldLevel } from './role-rights.ts';

export interface FieldRightsProps {
  readonly module: ListedDefinition;
  readonly role: JsonObject;
  readonly published: JsonObject | undefined;
  /** Fields with these words in their label or name are listed first; '' for none. */
  readonly words?: string | undefined;
  /** A field that is listed first, because a link changed it. */
  readonly placedField?: string | undefined;
  readonly onChange: (role: JsonObject) => void;
}

/** The fields of a module with the level of a role on each; first those that the role limits. */
export function FieldRights(props: FieldRightsProps) {
  const { definition } = useDefinition('module', props.module.id);
  if (definition === undefined) return <SkeletonRows rows={4} columns={2} height={32} />;
  return <FieldTable {...props} definition={definition as unknown as ModuleDefinition} />;
}

function FieldTable({
  module,
  role,
  published,
  words = '',
  placedField,
  onChange,
  definition,
}: FieldRightsProps & { readonly definition: ModuleDefinition }) {
  const fields = useFieldDefinitions(definition);
  const [showsAll, setShowsAll] = useState(false);
  // A field stays where it was while its level is changed.
  const [first] = useState(() => new Set(listLimitedFields(role, module.name)));
  const isFound = ({ label, fieldName: name }: FieldDefinition) => words !== '' && matchesText({ label, name }, words);
  const isLimited = (field: FieldDefinition) => first.has(field.fieldName) || field.fieldName === placedField;
  const limited = [...fields.filter(isFound), ...fields.filter((field) => !isFound(field) && isLimited(field))];
  const others = fields.filter((field) => !isFound(field) && !isLimited(field));
  const shown = showsAll || limited.length === 0 ? [...limited, ...others] : limited;
  return (
    <>
      <table className="st-table st-fields" aria-label={t('studioRoles.fieldsOf', { module: module.label })}>
        <tbody>
          {shown.map((field) => {
            const { fieldName: name, label, sensitive } = field;
            const level = readFieldLevel(role, module.name, name);
            const isChanged = published !== undefined && readFieldLevel(published, module.name, name) !== level;
            return (
              <tr key={name} data-changed={isChanged || undefined} data-placed={name === placedField || isFound(field) || undefined}>
                <th scope="row">
                  {label} {sensitive === true && <StatusPill hue="red" label={t('studioRoles.isSensitive')} />}
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
