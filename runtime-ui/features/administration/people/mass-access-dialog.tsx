import { useMemo } from 'react';
import type { JsonObject } from '#engine/model/values';
import { t } from '../../../kit/index.ts';
import { SchemaFormDialog } from '../../../views/index.ts';
import { ACCESS_CHANGES, type AccessChange } from './mass-work.ts';
import { useChoices } from './people-queries.ts';

interface DialogProps {
  readonly fieldName: 'roles' | 'teams';
  /** Number of users. */
  readonly count: number;
  readonly onSubmit: (change: AccessChange, chosen: readonly string[]) => void;
  readonly onClose: () => void;
}

const FIRST = { change: 'add' };

/** Chooses roles or teams, and whether several users get them, lose them, or have no others. */
export function MassAccessDialog({ fieldName, count, onSubmit, onClose }: DialogProps) {
  // The list is a new object in each render: the form needs the same schema as long as its content is the same.
  const choices = JSON.stringify(useChoices(fieldName));
  const schema = useMemo((): JsonObject => {
    const options = JSON.parse(choices) as readonly { readonly value: string; readonly label: string }[];
    return {
      type: 'object',
      required: ['change', 'chosen'],
      properties: {
        change: {
          type: 'string',
          title: t('people.mass.change'),
          default: 'add',
          oneOf: ACCESS_CHANGES.map((change) => ({ const: change, title: t(`people.mass.${fieldName}.${change}`) })),
        },
        chosen: {
          type: 'array',
          uniqueItems: true,
          minItems: 1,
          title: t(`people.columns.${fieldName}`),
          items: { type: 'string', oneOf: options.map(({ value, label }) => ({ const: value, title: label })) },
          errorMessage: t(`people.mass.${fieldName}.missing`),
        },
      },
    };
  }, [choices, fieldName]);
  return (
    <SchemaFormDialog
      title={t(`people.mass.${fieldName}.title`, { count })}
      submitLabel={t('people.mass.save', { count })}
      consequences={t('people.mass.accessHelp')}
      schema={schema}
      initial={FIRST}
      onSubmit={({ change, chosen }) => {
        onSubmit(change as AccessChange, chosen as readonly string[]);
        return Promise.resolve();
      }}
      onClose={onClose}
    />
  );
}
