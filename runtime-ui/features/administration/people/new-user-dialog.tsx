import { useMemo } from 'react';
import type { JsonObject } from '#engine/model/values';
import { createTemporaryAccount, inviteUser, registerUser, useInvalidateRecords } from '../../../client/index.ts';
import { textOf } from '../../../fields/values/index.ts';
import { showNotice, t } from '../../../kit/index.ts';
import { SchemaFormDialog } from '../../../views/index.ts';
import { useChoices, useUserTypes } from './people-queries.ts';

type Options = readonly { readonly value: string; readonly label: string }[];

/** `register`: with a password, active at once; `temporary`: with a temporary password, and no roles and teams yet. */
export type NewUserKind = 'invite' | 'register' | 'temporary';

interface DialogProps {
  readonly kind: NewUserKind;
  readonly onDone: (id: string) => void;
  readonly onClose: () => void;
}

const choicesOf = (options: Options): JsonObject => ({ oneOf: options.map(({ value, label }) => ({ const: value, title: label })) });

function createSchema(kind: NewUserKind, types: Options, roles: Options, teams: Options): JsonObject {
  const text = (title: string, more: JsonObject = {}): JsonObject => ({
    type: 'string',
    minLength: 1,
    maxLength: 320,
    title,
    errorMessage: t('people.form.missing', { field: title }),
    ...more,
  });
  const list = (title: string, options: Options): JsonObject => ({
    type: 'array',
    uniqueItems: true,
    title,
    items: { type: 'string', ...choicesOf(options) },
  });
  return {
    type: 'object',
    required: ['first_name', 'last_name', 'email', 'userType', ...(kind === 'register' ? ['password'] : [])],
    properties: {
      first_name: text(t('people.form.firstName')),
      last_name: text(t('people.form.lastName')),
      email: text(t('people.form.email')),
      ...(kind === 'register'
        ? { password: text(t('people.form.password'), { format: 'secret', maxLength: 128, description: t('people.form.passwordHelp') }) }
        : {}),
      userType: { type: 'string', title: t('people.columns.type'), default: 'Standard', ...(types.length > 0 ? choicesOf(types) : {}) },
      ...(kind !== 'temporary' && roles.length > 0 ? { roles: list(t('people.columns.roles'), roles) } : {}),
      ...(kind !== 'temporary' && teams.length > 0 ? { teams: list(t('people.columns.teams'), teams) } : {}),
    },
  };
}

const CREATE = { invite: inviteUser, register: registerUser, temporary: createTemporaryAccount } as const;
const DONE = { invite: 'people.invited', register: 'people.registered', temporary: 'people.temporaryDone' } as const;

/** The form that creates a user: with an invite by e-mail, with a password, or with a temporary account. */
export function NewUserDialog({ kind, onDone, onClose }: DialogProps) {
  const invalidate = useInvalidateRecords();
  // The lists are new objects in each render: the form needs the same schema as long as their content is the same.
  const choices = JSON.stringify([useUserTypes(), useChoices('roles'), useChoices('teams')]);
  const schema = useMemo(() => createSchema(kind, ...(JSON.parse(choices) as [Options, Options, Options])), [kind, choices]);
  const submit = async (values: JsonObject): Promise<void> => {
    const name = `${textOf(values['first_name'])} ${textOf(values['last_name'])}`;
    const user = await CREATE[kind](values);
    const [warning] = user._warnings ?? [];
    if (warning === undefined) showNotice({ kind: 'ok', text: t(DONE[kind], { name }) });
    else showNotice({ kind: 'warning', text: warning.text });
    void invalidate(['users']);
    onDone(user._id);
  };
  return (
    <SchemaFormDialog
      title={t(`people.${kind}`)}
      submitLabel={t(`people.form.${kind}`)}
      consequences={t(`people.form.${kind}Help`)}
      schema={schema}
      initial={{}}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
