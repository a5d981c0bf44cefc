import { useState } from 'react';
import { getErrorMessage, updateCertainFields, useInvalidateRecords, useModuleView } from '../../../client/index.ts';
import { BulkBar, Button, ConfirmDialog, Menu, showNotice, t, type MenuGroup } from '../../../kit/index.ts';
import { listSwitches } from './user-switches.tsx';

interface MassProps {
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** Saves the same fields of all chosen users, and says how many were refused. */
function useMassSave({ ids, onDone }: MassProps) {
  const invalidate = useInvalidateRecords();
  const [isBusy, setBusy] = useState(false);
  const save = (fields: Readonly<Record<string, unknown>>) => {
    setBusy(true);
    updateCertainFields('/api/users', ids, fields)
      .then(
        ({ data: { updated = [], refused } }) => {
          const [first] = refused;
          if (first === undefined) showNotice({ kind: 'ok', text: t('people.mass.done', { count: updated.length }) });
          else showNotice({ kind: 'warning', text: t('people.mass.refused', { count: refused.length, reason: first.error }) });
          onDone();
        },
        (error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }),
      )
      .finally(() => {
        setBusy(false);
        void invalidate(['users']);
      });
  };
  return { isBusy, save };
}

/** What can be done with all chosen users at once. */
export function UserMassActions({ ids, onDone }: MassProps) {
  const { data: view } = useModuleView('users');
  const { isBusy, save } = useMassSave({ ids, onDone });
  const [isAsking, setAsking] = useState(false);
  const groups: readonly MenuGroup[] = listSwitches(view).map(({ fieldName, label }) => ({
    id: fieldName,
    label,
    items: [
      { id: `${fieldName}-on`, label: t('people.mass.on', { label }), onSelect: () => save({ [fieldName]: true }) },
      { id: `${fieldName}-off`, label: t('people.mass.off', { label }), onSelect: () => save({ [fieldName]: false }) },
    ],
  }));
  return (
    <div className="mp-bulk">
      <BulkBar count={ids.length} onClear={onDone}>
        <Button variant="ink" size="sm" loading={isBusy} onClick={() => save({ active: true })}>
          {t('people.activate')}
        </Button>
        <Button variant="ink" size="sm" onClick={() => setAsking(true)}>
          {t('people.deactivate')}
        </Button>
        {groups.length > 0 && (
          <Menu
            label={t('people.mass.switches')}
            groups={groups}
            position="top-start"
            target={
              <Button variant="ink" size="sm">
                {t('people.mass.switches')}
              </Button>
            }
          />
        )}
      </BulkBar>
      {isAsking && (
        <ConfirmDialog
          opened
          danger
          busy={isBusy}
          title={t('people.mass.deactivateTitle', { count: ids.length })}
          text={t('people.deactivateText')}
          confirmLabel={t('people.mass.deactivateDo', { count: ids.length })}
          onConfirm={() => {
            setAsking(false);
            save({ active: false });
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}
