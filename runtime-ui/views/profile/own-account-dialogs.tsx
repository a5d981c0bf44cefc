import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '#engine/model/values';
import { changePassword, confirmEmailChange, invalidateRecords, queryKeys, requestEmailChange } from '../../client/index.ts';
import { showNotice, t } from '../../kit/index.ts';
import { SchemaFormDialog } from '../schema-form/lazy-schema-form.tsx';

const NOTHING = {};

interface DialogProps {
  readonly onClose: () => void;
}

function createPasswordSchema(hasTokens: boolean): JsonObject {
  return {
    type: 'object',
    required: ['currentPassword', 'password'],
    properties: {
      currentPassword: { type: 'string', format: 'secret', title: t('ownAccount.currentPassword') },
      password: { type: 'string', format: 'secret', title: t('ownAccount.newPassword'), description: t('ownAccount.passwordRules') },
      ...(hasTokens ? { endApiTokens: { type: 'boolean', title: t('ownAccount.endApiTokens'), default: true } } : {}),
    },
  };
}

/** Changes the password; `hasTokens`: the user may have API tokens, which end with it by default. */
export function ChangePasswordDialog({ hasTokens, onClose }: DialogProps & { readonly hasTokens: boolean }) {
  const client = useQueryClient();
  const schema = useMemo(() => createPasswordSchema(hasTokens), [hasTokens]);
  const change = async (values: JsonObject): Promise<void> => {
    await changePassword(values as unknown as Parameters<typeof changePassword>[0]);
    showNotice({ kind: 'ok', text: t('ownAccount.passwordChanged') });
    for (const queryKey of [queryKeys.sessions(), queryKeys.apiTokens()]) void client.invalidateQueries({ queryKey });
    onClose();
  };
  return (
    <SchemaFormDialog
      size="confirm"
      title={t('ownAccount.changePassword')}
      submitLabel={t('ownAccount.changePassword')}
      schema={schema}
      initial={NOTHING}
      onSubmit={change}
      onClose={onClose}
    />
  );
}

const createEmailSchema = (): JsonObject => ({
  type: 'object',
  required: ['email', 'password'],
  properties: {
    email: { type: 'string', format: 'email', title: t('ownAccount.newEmail') },
    password: { type: 'string', format: 'secret', title: t('ownAccount.yourPassword') },
  },
});

const createCodeSchema = (email: string): JsonObject => ({
  type: 'object',
  required: ['code'],
  properties: { code: { type: 'string', title: t('ownAccount.code'), description: t('ownAccount.codeHelp', { email }), maxLength: 40 } },
});

/** Changes the e-mail: first the new address with the password, then the code that was sent to it. */
export function ChangeEmailDialog({ onClose }: DialogProps) {
  const client = useQueryClient();
  const [email, setEmail] = useState<string | undefined>(undefined);
  const schema = useMemo(() => (email === undefined ? createEmailSchema() : createCodeSchema(email)), [email]);
  const request = async (values: JsonObject): Promise<void> => {
    const input = values as unknown as Parameters<typeof requestEmailChange>[0];
    await requestEmailChange(input);
    setEmail(input.email);
  };
  const confirm = async ({ code }: JsonObject): Promise<void> => {
    await confirmEmailChange(code as string);
    showNotice({ kind: 'ok', text: t('ownAccount.emailChanged', { email: email ?? '' }) });
    void client.invalidateQueries({ queryKey: queryKeys.shell() });
    void invalidateRecords(client, ['users']);
    onClose();
  };
  const isRequested = email !== undefined;
  return (
    <SchemaFormDialog
      key={isRequested ? 'code' : 'email'}
      size="confirm"
      title={isRequested ? t('ownAccount.codeTitle') : t('ownAccount.changeEmail')}
      submitLabel={isRequested ? t('ownAccount.confirmEmail') : t('ownAccount.sendCode')}
      schema={schema}
      initial={NOTHING}
      onSubmit={isRequested ? confirm : request}
      onClose={onClose}
    />
  );
}
