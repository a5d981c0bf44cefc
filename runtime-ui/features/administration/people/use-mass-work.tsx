import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { getErrorMessage, useInvalidateRecords } from '../../../client/index.ts';
import { useRecordNamesById } from '../../../headless/index.ts';
import { Button, Dialog, showNotice, t } from '../../../kit/index.ts';
import { offerUndo, revertBatch } from '../../../views/index.ts';
import type { MassResult } from './mass-work.ts';

/** How long the notice offers to undo it, in milliseconds. */
const UNDO_NOTICE_MS = 10_000;
const USERS = { name: 'users' } as const;

export interface MassWork {
  readonly isBusy: boolean;
  /** Runs a change; `describe` says what was done with a number of users. An error is shown. */
  readonly run: (work: () => Promise<MassResult>, describe: (count: number) => string) => Promise<void>;
  /** Lists the users who were refused. */
  readonly dialog: ReactNode;
}

interface RefusedProps {
  readonly result: MassResult;
  readonly title: string;
  readonly onUndo: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Each refused user with the reason, and Undo for the others. */
function RefusedUsers({ result: { refused }, title, onUndo, onClose }: RefusedProps) {
  const ids = refused.map(({ _id }) => _id);
  const names = useRecordNamesById('users', ids);
  return (
    <Dialog
      opened
      size="confirm"
      title={title}
      onCancel={onClose}
      actions={
        <>
          {onUndo !== undefined && <Button onClick={onUndo}>{t('actions.undo')}</Button>}
          <Button variant="primary" data-autofocus onClick={onClose}>
            {t('actions.close')}
          </Button>
        </>
      }
    >
      <p className="ms-dialog-text">{t('people.mass.refused', { count: refused.length })}</p>
      <ul className="ma-attempts">
        {refused.map(({ _id, error }) => (
          <li key={_id}>
            <p className="ma-name">{names.get(_id) ?? _id}</p>
            <p className="ma-note">{error}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Changes of several users as one batch: what was done can be undone, and who was refused is listed with the reasons. */
export function useMassWork(onDone: () => void): MassWork {
  const client = useQueryClient();
  const invalidate = useInvalidateRecords();
  const [isBusy, setBusy] = useState(false);
  const [left, setLeft] = useState<{ readonly result: MassResult; readonly title: string } | undefined>(undefined);
  const finish = (result: MassResult, describe: (count: number) => string) => {
    const text = describe(result.done.length);
    if (result.refused.length > 0) setLeft({ result, title: result.done.length === 0 ? t('people.mass.nothing') : text });
    else if (result.batchId === undefined) showNotice({ kind: 'ok', text });
    else offerUndo({ client, module: USERS, batchId: result.batchId, text, duration: UNDO_NOTICE_MS });
    onDone();
  };
  const run = async (work: () => Promise<MassResult>, describe: (count: number) => string): Promise<void> => {
    setBusy(true);
    try {
      finish(await work(), describe);
    } catch (error) {
      showNotice({ kind: 'error', text: getErrorMessage(error) });
    } finally {
      setBusy(false);
      void invalidate(['users']);
    }
  };
  const batchId = left?.result.done.length === 0 ? undefined : left?.result.batchId;
  const undo = () => {
    if (batchId !== undefined) revertBatch({ client, module: USERS, batchId });
    setLeft(undefined);
  };
  const dialog = left !== undefined && (
    <RefusedUsers {...left} onUndo={batchId === undefined ? undefined : undo} onClose={() => setLeft(undefined)} />
  );
  return { isBusy, run, dialog };
}
