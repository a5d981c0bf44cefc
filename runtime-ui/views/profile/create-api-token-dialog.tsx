import { useMemo, useRef, useState } from 'react';
import type { CreatedApiToken, ShellView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { createApiToken } from '../../client/index.ts';
import { t } from '../../kit/index.ts';
import { OneTimeSecretDialog } from '../one-time-secret-dialog.tsx';
import { SchemaFormDialog } from '../schema-form/lazy-schema-form.tsx';

const DAY = 86_400_000;
/** Lifetime of a token in days; 0 for unlimited. */
const LIFETIME_DAYS = [30, 90, 365, 0] as const;

/** What a user chooses: `modules` are those of the scope 'some', and `access` is not asked for 'admin'. */
interface Choice {
  readonly name: string;
  readonly scope: 'some' | 'all' | 'admin';
  readonly modules?: readonly string[];
  readonly access?: 'read' | 'write';
  readonly days: number;
  readonly password: string;
}

function scopesOf({ scope, modules = [], access = 'read' }: Choice): readonly string[] {
  if (scope === 'admin') return ['admin'];
  return scope === 'all' ? [access] : modules.map((module) => `${module}:${access}`);
}

function createSchema(isAdmin: boolean): JsonObject {
  const scopes = ['some', 'all', ...(isAdmin ? (['admin'] as const) : [])] as const;
  const modules = {
    type: 'array',
    title: t('apiTokens.modules'),
    minItems: 1,
    maxItems: 200,
    uniqueItems: true,
    errorMessage: t('apiTokens.modulesMissing'),
    items: { type: 'string', format: 'module' },
  };
  const access = {
    type: 'string',
    title: t('apiTokens.may'),
    default: 'read',
    oneOf: (['read', 'write'] as const).map((value) => ({ const: value, title: t(`apiTokens.${value}`) })),
  };
  return {
    type: 'object',
    required: ['name', 'scope', 'days', 'password'],
    properties: {
      name: {
        type: 'string',
        title: t('apiTokens.name'),
        description: t('apiTokens.nameHelp'),
        examples: [t('apiTokens.namePlaceholder')],
        maxLength: 100,
        pattern: '\\S',
        errorMessage: t('apiTokens.nameMissing'),
      },
      scope: {
        type: 'string',
        title: t('apiTokens.reach'),
        default: 'some',
        oneOf: scopes.map((value) => ({ const: value, title: t(`apiTokens.${value}`) })),
      },
      days: {
        type: 'integer',
        title: t('apiTokens.until'),
        default: 90,
        oneOf: LIFETIME_DAYS.map((days) => ({
          const: days,
          title: days === 0 ? t('apiTokens.never') : t('apiTokens.days', { count: days }),
        })),
      },
      password: { type: 'string', format: 'secret', title: t('ownAccount.yourPassword') },
    },
    allOf: [
      { if: { properties: { scope: { const: 'some' } } }, then: { required: ['modules'], properties: { modules } } },
      { if: { properties: { scope: { enum: ['some', 'all'] } } }, then: { required: ['access'], properties: { access } } },
    ],
  };
}

interface CreateApiTokenDialogProps {
  readonly shell: ShellView;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

const NOTHING = {};

/** Creates a token: name, scopes and lifetime. */
export function CreateApiTokenDialog({ shell, onMade, onClose }: CreateApiTokenDialogProps) {
  const isAdmin = shell.user.userType === 'System Admin';
  const schema = useMemo(() => createSchema(isAdmin), [isAdmin]);
  const [created, setMade] = useState<CreatedApiToken | undefined>(undefined);
  const openedAt = useRef(Date.now());
  const make = async (values: JsonObject): Promise<void> => {
    const choice = values as unknown as Choice;
    // Counted from when the dialog was opened, so that a retry sends the same request.
    const expiresAt = choice.days === 0 ? null : new Date(openedAt.current + choice.days * DAY).toISOString();
    setMade(await createApiToken({ name: choice.name.trim(), scopes: scopesOf(choice), expiresAt, password: choice.password }));
    onMade();
  };
  if (created !== undefined)
    return (
      <OneTimeSecretDialog
        title={t('apiTokens.made')}
        help={t('apiTokens.madeHelp')}
        label={t('apiTokens.token')}
        value={created.token}
        onClose={onClose}
      />
    );
  return (
    <SchemaFormDialog
      size="confirm"
      title={t('apiTokens.add')}
      submitLabel={t('apiTokens.create')}
      schema={schema}
      initial={NOTHING}
      onSubmit={make}
      onClose={onClose}
    />
  );
}
