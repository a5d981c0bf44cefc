import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { findModule, queryKeys, useShell, type ExplainQuery, type ExplainResponse } from '../../client/index.ts';
import { RelatePicker } from '../../fields/widgets/index.ts';
import { useExplanation } from '../../headless/index.ts';
import type { EditedRecord } from '../../headless/inline/index.ts';
import { Button, Dialog, t } from '../../kit/index.ts';
import { applyGrant } from './apply-grant.ts';
import { Explanation } from './explanation.tsx';
import '../styles/access-dialog.css';

const ACTIONS = ['view', 'edit', 'delete'] as const;
type Action = (typeof ACTIONS)[number];
type Grant = NonNullable<ExplainResponse['grant']>;

interface AccessDialogProps {
  readonly module: ModuleView;
  readonly record: EditedRecord;
  readonly onClose: () => void;
}

interface ChosenUser {
  readonly _id: string;
  readonly name: string;
}

function Result({ module, user, query }: { readonly module: ModuleView; readonly user: ChosenUser; readonly query: ExplainQuery }) {
  const client = useQueryClient();
  const { data, error } = useExplanation(query, true);
  if (error) return <p className="mv-explain-text" role="status">{`${t('views.explain.failed')} ${error.message}`}</p>;
  if (data === undefined)
    return (
      <p className="mv-explain-text" role="status">
        {t('views.explain.loading')}
      </p>
    );
  const onApply = async (grant: Grant) => {
    await applyGrant(grant, { userId: user._id, recordId: query.id ?? '', modulePath: module.path });
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.explain(query) }),
      client.invalidateQueries({ queryKey: queryKeys.record(module.name, query.id ?? '') }),
    ]);
  };
  return <Explanation explanation={data} about={{ name: user.name, onApply }} />;
}

/** Explains to a System Admin what another user may do with a record, and offers the smallest change that would allow it. */
export function AccessDialog({ module, record, onClose }: AccessDialogProps) {
  const shell = useShell().data;
  const [user, setUser] = useState<ChosenUser | undefined>(undefined);
  const [action, setAction] = useState<Action>('view');
  return (
    <Dialog
      opened
      flush
      title={t('views.explained.title')}
      onCancel={onClose}
      actions={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      <div className="mv-access-choices">
        <div>
          <span className="mv-access-label">{t('views.explained.user')}</span>
          <RelatePicker
            module={findModule(shell, 'users')}
            value={user}
            onPick={(choice) => setUser(choice && { _id: choice._id, name: choice.name ?? '' })}
            wrapping={{ 'aria-label': t('views.explained.user') }}
          />
        </div>
        <Select
          label={t('views.explained.action')}
          data={ACTIONS.map((value) => ({ value, label: t(`views.explained.actions.${value}`) }))}
          value={action}
          allowDeselect={false}
          onChange={(value) => setAction(value ?? 'view')}
        />
      </div>
      {user && <Result module={module} user={user} query={{ module: module.name, id: record._id, action, user: user._id }} />}
    </Dialog>
  );
}
