import { Input } from '@mantine/core';
import { RefreshCw, X } from 'lucide-react';
import { useEffect } from 'react';
import { useFileName, useUploads } from '../../headless/index.ts';
import { IconButton, t } from '../../kit/index.ts';
import { fileName } from '../values/format-value.ts';
import type { WidgetProps } from '../widgets/widget-props.ts';
import { DropZone } from './drop-zone.tsx';
import { FileOpener } from './file-opener.tsx';
import { UploadRows } from './upload-rows.tsx';
import '../styles/files.css';

interface HeldProps {
  readonly id: string;
  readonly path: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onClear: () => void;
  readonly wrong: string | undefined;
}

/** The file that the field holds: shown, replaced by choice, drop or paste, or taken away. */
function Held({ id, path, onFiles, onClear, wrong }: HeldProps) {
  const name = useFileName(path) ?? fileName(path);
  return (
    <DropZone onFiles={onFiles}>
      {(choose) => (
        <div className="mu-held">
          <FileOpener id={id} path={path} wrong={wrong} />
          <IconButton icon={RefreshCw} size="sm" label={t('files.replaceNamed', { name })} onClick={choose} />
          <IconButton icon={X} size="sm" label={t('files.clear', { name })} onClick={onClear} />
        </div>
      )}
    </DropZone>
  );
}

/** A file: chosen, dropped or pasted, sent at once, and part of the record with its next save. */
export function FileWidget({ value, onChange, onBlur, readOnly, wrapping, onUnreadable, issues }: WidgetProps) {
  const path = typeof value === 'string' && value !== '' ? value : undefined;
  const uploads = useUploads((uploaded) => onChange(uploaded.path));
  const { isBusy } = uploads;
  const wrong = issues.length > 0 ? `${wrapping.id}-error` : undefined;
  // A save would leave the file behind that is still on its way.
  useEffect(() => onUnreadable(isBusy ? t('files.stillSending') : undefined), [isBusy]);
  const take = (files: readonly File[]) => {
    // One field, one file: what stopped before makes room for the next try.
    for (const { id } of uploads.list) uploads.drop(id);
    uploads.start(files);
  };
  return (
    <Input.Wrapper {...wrapping} labelElement="div" labelProps={{ id: `${wrapping.id}-label` }}>
      <div className="mu-field" role="group" aria-labelledby={`${wrapping.id}-label`} onBlur={onBlur}>
        {path === undefined && readOnly && <span className="ms-muted" id={wrapping.id}>{t('views.fields.noFile')}</span>}
        {path !== undefined && (readOnly ? <div className="mu-held"><FileOpener id={wrapping.id} path={path} /></div> : <Held id={wrapping.id} path={path} onFiles={take} onClear={() => onChange(undefined)} wrong={wrong} />)}
        {path === undefined && !readOnly && !isBusy && <DropZone id={wrapping.id} onFiles={take} wrong={wrong} />}
        <UploadRows uploads={uploads} />
      </div>
    </Input.Wrapper>
  );
}
