import { useQueryClient } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ImportView, ModuleView } from '#engine/model/wire';
import { deleteImport, downloadImportErrors, getErrorMessage, moduleRoute, saveFile, useSession } from '../../client/index.ts';
import { Button, ConfirmDialog, Menu, showNotice, t } from '../../kit/index.ts';
import { isCheckOpen, isStarted } from './describe-import.ts';
import { forgetImport } from './import-queries.ts';
import { useAction } from '../../views/index.ts';

/** The button that saves the rows with problems as a file. */
export function ProblemRows({ id }: { readonly id: string }) {
  const { isBusy, run } = useAction();
  const download = (format: 'csv' | 'xlsx') =>
    run(async () => showNotice({ kind: 'ok', text: t('exports.done', { file: saveFile(await downloadImportErrors(id, format)) }) }));
  const items = (['xlsx', 'csv'] as const).map((format) => ({
    id: format,
    label: t(`exports.${format}`),
    onSelect: () => download(format),
  }));
  return (
    <Menu
      label={t('imports.problemRows')}
      groups={[{ id: 'formats', items }]}
      target={
        <Button variant="quiet" icon={Download} loading={isBusy}>
          {t('imports.problemRows')}
        </Button>
      }
    />
  );
}

interface HeaderActionsProps {
  readonly view: ImportView;
  readonly module: ModuleView;
}

/** At the right of the title: the rows with problems as a file, and the end of an import that was not started. */
export function HeaderActions({ view, module }: HeaderActionsProps) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  if (isStarted(view)) return null;
  const remove = () => {
    setBusy(true);
    deleteImport(view._id).then(
      async () => {
        await navigate(moduleRoute(module.name, user));
        await forgetImport(client, view._id);
      },
      (error: unknown) => {
        setBusy(false);
        setAsking(false);
        showNotice({ kind: 'error', text: getErrorMessage(error) });
      },
    );
  };
  return (
    <>
      {(view.summary?.problem ?? 0) > 0 && <ProblemRows id={view._id} />}
      <Button variant="quiet" icon={X} disabled={isCheckOpen(view) && view.state === 'checking'} onClick={() => setAsking(true)}>
        {t('actions.cancel')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          opened
          danger
          busy={isBusy}
          title={t('imports.discard.title')}
          text={t('imports.discard.text')}
          confirmLabel={t('imports.discard.confirm')}
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
