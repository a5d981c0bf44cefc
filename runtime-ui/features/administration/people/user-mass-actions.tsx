import { useState } from 'react';
import { useModuleView } from '../../../client/index.ts';
import { BulkBar, Button, ConfirmDialog, Menu, t, type MenuGroup } from '../../../kit/index.ts';
import { MassAccessDialog } from './mass-access-dialog.tsx';
import { changeAccess, deleteUsers, inviteUsers, saveFields } from './mass-work.ts';
import { useMassWork } from './use-mass-work.tsx';
import { listSwitches } from './user-switches.tsx';

interface MassProps {
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** The dialogs of these actions. */
type MassDialog = 'deactivate' | 'delete' | 'roles' | 'teams';

const describeSaved = (count: number): string => t('people.mass.done', { count });
const describeInvited = (count: number): string => t('people.mass.invited', { count });
const describeDeleted = (count: number): string => t('people.mass.deleted', { count });

/** What can be done with all chosen users at once. */
export function UserMassActions({ ids, onDone }: MassProps) {
  const { data: view } = useModuleView('users');
  const { isBusy, run, dialog } = useMassWork(onDone);
  const [opened, setOpened] = useState<MassDialog | undefined>(undefined);
  const count = ids.length;
  const close = () => setOpened(undefined);
  const save = (fields: Readonly<Record<string, unknown>>) => void run(() => saveFields(ids, fields), describeSaved);
  const toItem = (id: MassDialog, danger = false) => ({ id, label: t(`people.mass.actions.${id}`), danger, onSelect: () => setOpened(id) });
  const groups: readonly MenuGroup[] = [
    { id: 'access', items: [toItem('roles'), toItem('teams')] },
    ...listSwitches(view).map(({ fieldName, label }) => ({
      id: fieldName,
      label,
      items: [
        { id: `${fieldName}-on`, label: t('people.mass.on', { label }), onSelect: () => save({ [fieldName]: true }) },
        { id: `${fieldName}-off`, label: t('people.mass.off', { label }), onSelect: () => save({ [fieldName]: false }) },
      ],
    })),
    {
      id: 'invite',
      items: [{ id: 'invite', label: t('people.mass.invite'), onSelect: () => void run(() => inviteUsers(ids), describeInvited) }],
    },
    { id: 'end', items: [toItem('delete', true)] },
  ];
  return (
    <div className="mp-bulk">
      <BulkBar count={count} onClear={onDone}>
        <Button variant="ink" size="sm" loading={isBusy} onClick={() => save({ active: true })}>
          {t('people.activate')}
        </Button>
        <Button variant="ink" size="sm" onClick={() => setOpened('deactivate')}>
          {t('people.deactivate')}
        </Button>
        <Menu
          label={t('people.mass.more')}
          groups={groups}
          position="top-start"
          target={
            <Button variant="ink" size="sm">
              {t('people.mass.more')}
            </Button>
          }
        />
      </BulkBar>
      {(opened === 'roles' || opened === 'teams') && (
        <MassAccessDialog
          fieldName={opened}
          count={count}
          onSubmit={(change, chosen) => {
            close();
            void run(() => changeAccess(ids, opened, change, chosen), describeSaved);
          }}
          onClose={close}
        />
      )}
      {(opened === 'deactivate' || opened === 'delete') && (
        <ConfirmDialog
          opened
          danger
          title={t(`people.mass.${opened}Title`, { count })}
          text={t(opened === 'delete' ? 'people.mass.deleteText' : 'people.deactivateText')}
          confirmLabel={t(`people.mass.${opened}Do`, { count })}
          onConfirm={() => {
            close();
            if (opened === 'delete') void run(() => deleteUsers(ids), describeDeleted);
            else save({ active: false });
          }}
          onCancel={close}
        />
      )}
      {dialog}
    </div>
  );
}
