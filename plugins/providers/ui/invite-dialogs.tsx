import { useMemo, useState } from 'react';
import { toText } from '#engine/model';
import { ConfirmDialog, recordName, SchemaFormDialog, useInvalidateRecords, useAction, type SlotProps } from '#ui';
import { inviteProvider } from './invite-provider.ts';
import { tProviders } from './texts.ts';

const NOTHING = {};

/** Chooses a provider who gets an account. A refusal is shown in the dialog, and the choice stays. */
export function InviteProviderDialog({ close }: SlotProps<'accountAction'>) {
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
        const user = await inviteProvider(toText(provider), attempt);
        void invalidate(['providers', 'users']);
        close(user);
      }}
      onClose={() => close()}
    />
  );
}

/** Invites the provider of a record. */
export function InviteThisProvider({ module, record, reload, close }: SlotProps<'record'> & { readonly close: () => void }) {
  const [attempt] = useState(() => crypto.randomUUID());
  const { isBusy, run } = useAction();
  const invite = () =>
    run(async () => {
      await inviteProvider(record._id, attempt);
      close();
      reload();
    });
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
