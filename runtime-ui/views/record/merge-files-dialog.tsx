import { Checkbox, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { createIdempotentSend, getErrorMessage, mergeFiles, type UploadedFile } from '../../client/index.ts';
import { Button, Dialog, SortableGroups, t } from '../../kit/index.ts';

/** A file of the list: a PDF or an image. */
export interface MergeableFile {
  readonly path: string;
  readonly name: string;
}

interface MergeFilesProps {
  readonly files: readonly MergeableFile[];
  /** The name that is proposed. */
  readonly name: string;
  readonly onCancel: () => void;
  /** Called with the merged file, which is in no record yet. */
  readonly onMerged: (file: UploadedFile) => Promise<void> | void;
}

/** Chosen files in their order. */
function useChoice(files: readonly MergeableFile[]) {
  const [order, setOrder] = useState(() => files.map(({ path }) => path));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(order));
  const toggle = (path: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, path] : [...before].filter((one) => one !== path)));
  const move = (path: string, at: number) =>
    setOrder((before) => {
      const rest = before.filter((one) => one !== path);
      return [...rest.slice(0, at), path, ...rest.slice(at)];
    });
  return { order, chosen, paths: order.filter((path) => chosen.has(path)), toggle, move };
}

/** Dialog: which files become one PDF, in which order, and under which name. */
export function MergeFilesDialog({ files, name, onCancel, onMerged }: MergeFilesProps) {
  const { order, chosen, paths, toggle, move } = useChoice(files);
  const [title, setTitle] = useState(name);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = useRef(createIdempotentSend());
  const nameOf = (path: string) => files.find((file) => file.path === path)?.name ?? '';
  const isReady = paths.length > 1 && title.trim() !== '';
  const merge = () => {
    setBusy(true);
    setError(undefined);
    const body = { paths, title: title.trim() };
    send
      .current(body, (key) => mergeFiles(body, key))
      .then(onMerged)
      .catch((failed: unknown) => setError(getErrorMessage(failed)))
      .finally(() => setBusy(false));
  };
  const actions = (
    <>
      <Button onClick={onCancel}>{t('actions.cancel')}</Button>
      <Button variant="primary" disabled={!isReady} loading={isBusy} onClick={merge}>
        {t('files.mergeCount', { count: paths.length })}
      </Button>
    </>
  );
  return (
    <Dialog opened title={t('files.mergeTitle')} onCancel={onCancel} actions={actions}>
      <TextInput
        label={t('files.mergeName')}
        required
        maxLength={150}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        error={title.trim() === '' ? t('files.mergeNameMissing') : undefined}
      />
      <p className="mv-merge-help">{t('files.mergeHelp')}</p>
      <SortableGroups
        label={t('files.mergeOrder')}
        groups={[{ id: 'files', label: '', items: order.map((path) => ({ id: path, label: nameOf(path) })) }]}
        emptyText=""
        onMove={(path, _group, at) => move(path, at)}
        renderItem={(path) => (
          <Checkbox label={nameOf(path)} checked={chosen.has(path)} onChange={(event) => toggle(path, event.currentTarget.checked)} />
        )}
      />
      {error !== undefined && (
        <p className="mv-merge-error" role="alert">
          {error}
        </p>
      )}
    </Dialog>
  );
}
