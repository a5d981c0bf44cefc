import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Button, Dialog, t } from '../../../kit/index.ts';
import type { AffectedRightProps, ShownRecords } from './affected-contract.ts';
import { AffectedRecordList } from './affected-records.tsx';
import { AffectedUserTable } from './affected-users.tsx';
import { nameObject, nameRight } from './right-words.ts';
import './effects.css';

interface AffectedDialogProps extends AffectedRightProps {
  /** Labels of modules by name. */
  readonly labels: ReadonlyMap<string, string>;
  readonly onClose: () => void;
}

/** The people of a role whose right changes, and the records of each. */
export function AffectedDialog({ changeSet, access, labels, onClose }: AffectedDialogProps) {
  const [records, setRecords] = useState<ShownRecords>();
  const [page, setPage] = useState(0);
  const what = nameObject(access, labels);
  const title = t('studioAccess.dialog', { role: access.role.name, right: nameRight(access.right), what });
  return (
    <Dialog
      opened
      size="compare"
      title={title}
      onCancel={onClose}
      dirty={false}
      actions={
        <>
          {records !== undefined && (
            <Button icon={ArrowLeft} onClick={() => setRecords(undefined)}>
              {t('studioAccess.back')}
            </Button>
          )}
          <Button onClick={onClose}>{t('actions.close')}</Button>
        </>
      }
    >
      {records === undefined ? (
        <AffectedUserTable changeSet={changeSet} access={access} page={page} onPage={setPage} onRecords={setRecords} />
      ) : (
        <AffectedRecordList changeSet={changeSet} access={access} records={records} />
      )}
    </Dialog>
  );
}
