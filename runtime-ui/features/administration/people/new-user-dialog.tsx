import { useMemo } from 'react';
import type { JsonObject } from '#engine/model/values';
import { inviteUser, registerUser, useInvalidateRecords } from '../../../client/index.ts';
import { textOf } from '../../../fields/values/index.ts';
import { showNotice, t } from '../../../kit/index.ts';
import { SchemaFormDialog } from '../../../views/index.ts';
import { useChoices, useUserTypes } from './people-queries.ts';

type Options = readonly { readonly value: string; readonly label: string }[];

interface DialogProps {
  /** `register`: with a password, active at once. */
  readonly kind: 'invite' | 'register';
  readonly onDone: (id: string) => void;
  readonly onClose: () => void;
}

const choicesOf = (options: Options): JsonObject => ({ oneOf: options.map(({ value, label }) => ({ const: value, title: label })) });

function createSchema(kind: DialogProps['kind'], types: Options, roles: Options, teams: Options): JsonObject {
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
      ...(roles.length > 0 ? { roles: list(t('people.columns.roles'), roles) } : {}),
      ...(teams.length > 0 ? { teams: list(t('people.columns.teams'), teams) } : {}),
    },
  };
}

/** The form that creates a user: with an invite by e-mail, or with a password. */
export function NewUserDialog({ kind, onDone, onClose }: DialogProps) {
  const invalidate = useInvalidateRecords();
  // The lists are new objects in each render: the form needs the same schema as long as their content is the same.
  const choices = JSON.stringify([useUserTypes(), useChoices('roles'), useChoices('teams')]);
  const schema = useMemo(() => createSchema(kind, ...(JSON.parse(choices) as [Options, Options, Options])), [kind, choices]);
  const submit = async (values: JsonObject): Promise<void> => {
    const name = `${textOf(values['first_name'])} ${textOf(values['last_name'])}`;
    const user = await (kind === 'invite' ? inviteUser(values) : registerUser(values));
    const [warning] = user._warnings ?? [];
    if (warning === undefined) showNotice({ kind: 'ok', text: t(kind === 'invite' ? 'people.invited' : 'people.registered', { name }) });
    else showNotice({ kind: 'warning', text: warning.text });
    void invalidate(['users']);
    onDone(user._id);
  };
  return (
    <SchemaFormDialog
      title={t(kind === 'invite' ? 'people.invite' : 'people.register')}
      submitLabel={t(kind === 'invite' ? 'people.form.invite' : 'people.form.register')}
      consequences={t(kind === 'invite' ? 'people.form.inviteHelp' : 'people.form.registerHelp')}
      schema={schema}
      initial={{}}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
