import { useMemo, useState } from 'react';
import {
  ConfirmDialog,
  getErrorMessage,
  recordName,
  SchemaFormDialog,
  showNotice,
  textOf,
  useInvalidateRecords,
  type RecordSlotProps,
} from '#ui';
import { inviteProvider } from './invite-provider.ts';
import { tProviders } from './texts.ts';

const NOTHING = {};

/** Chooses a provider who gets an account. A refusal is shown in the dialog, and the choice stays. */
export function InviteProviderDialog({ close }: { readonly close: (userId?: string) => void }) {
  const invalidate = useInvalidateRecords();
  const [attempt] = useState(() => crypto.randomUUID());
  const schema = useMemo(
    () => ({
      type: 'object' as const,
      required: ['provider'],
      properties: {
        provider: {
          type: 'string' as const,
          title: tProviders('provider'),
          format: 'record',
          'x-module': 'providers',
          errorMessage: tProviders('missing'),
        },
      },
    }),
    [],
  );
  return (
    <SchemaFormDialog
      title={tProviders('title')}
      submitLabel={tProviders('send')}
      consequences={tProviders('help')}
      schema={schema}
      initial={NOTHING}
      onSubmit={async ({ provider }) => {
        const user = await inviteProvider(textOf(provider), attempt);
        void invalidate(['providers', 'users']);
        close(user);
      }}
      onClose={() => close()}
    />
  );
}

/** Invites the provider of a record. */
export function InviteThisProvider({ module, record, reload, close }: RecordSlotProps & { readonly close: () => void }) {
  const [attempt] = useState(() => crypto.randomUUID());
  const [isBusy, setBusy] = useState(false);
  const invite = () => {
    setBusy(true);
    inviteProvider(record._id, attempt).then(
      () => {
        close();
        reload();
      },
      (error: unknown) => {
        setBusy(false);
        showNotice({ kind: 'error', text: getErrorMessage(error) });
      },
    );
  };
  return (
    <ConfirmDialog
      opened
      busy={isBusy}
      title={tProviders('oneTitle', { name: recordName(module, record) })}
      text={tProviders('help')}
      confirmLabel={tProviders('send')}
      onConfirm={invite}
      onCancel={close}
    />
  );
}
