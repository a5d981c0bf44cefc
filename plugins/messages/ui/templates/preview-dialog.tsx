import { Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { toText, type JsonObject } from '#engine/model';
import { Button, Dialog, FieldError, findModule, getErrorMessage, RecordChoice, useShell } from '#ui';
import type { TemplatePreview } from '../../shared/message.ts';
import { MESSAGE_MODULES } from '../../shared/message-modules.ts';
import { previewDraft } from '../messages-api.ts';
import { PreviewContent } from '../preview-content.tsx';
import { tMessages } from '../texts.ts';

interface PreviewDialogProps {
  /** The template, as far as it is written. */
  readonly draft: Readonly<Record<string, unknown>>;
  readonly close: () => void;
}

/** What the server makes of the template for the chosen record. */
function useDraftPreview(draft: PreviewDialogProps['draft'], module: string, record: string | null) {
  const [preview, setPreview] = useState<TemplatePreview>();
  const [error, setError] = useState('');
  useEffect(() => {
    setPreview(undefined);
    setError('');
    if (record === null) return undefined;
    let isCurrent = true;
    previewDraft(draft as JsonObject, module, record).then(
      (read) => isCurrent && setPreview(read),
      (cause: unknown) => isCurrent && setError(getErrorMessage(cause)),
    );
    return () => {
      isCurrent = false;
    };
  }, [draft, module, record]);
  return { preview, error };
}

/** A template as a record would get it. */
export function PreviewDialog({ draft, close }: PreviewDialogProps) {
  const { data: shell } = useShell();
  const only = toText(draft['restrict_to_module']);
  const names: readonly string[] = only === '' ? MESSAGE_MODULES : [only];
  const modules = names.flatMap((name) => findModule(shell, name) ?? []);
  const [chosen, setChosen] = useState(only);
  const module = chosen === '' ? (modules[0]?.name ?? '') : chosen;
  const [record, setRecord] = useState<string | null>(null);
  const { preview, error } = useDraftPreview(draft, module, record);
  return (
    <Dialog
      opened
      title={tMessages('previewOnRecord')}
      onCancel={close}
      dirty={false}
      actions={<Button onClick={close}>{tMessages('close')}</Button>}
    >
      <div className="mg-form">
        {modules.length > 1 && (
          <Select
            label={tMessages('recordsOf')}
            allowDeselect={false}
            data={modules.map(({ name, label }) => ({ value: name, label }))}
            value={module}
            onChange={(name) => {
              setChosen(name ?? '');
              setRecord(null);
            }}
          />
        )}
        {module !== '' && (
          <RecordChoice key={module} label={tMessages('record')} module={module} id={record} onChoose={(id) => setRecord(id ?? null)} />
        )}
        {preview !== undefined && preview.missing.length > 0 && (
          <FieldError>{tMessages('noValue', { names: preview.missing.join(', ') })}</FieldError>
        )}
        {preview !== undefined && <PreviewContent preview={preview} />}
        {error !== '' && <FieldError>{error}</FieldError>}
      </div>
    </Dialog>
  );
}
