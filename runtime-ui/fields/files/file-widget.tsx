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

interface ChosenFileProps {
  readonly id: string;
  readonly path: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onClear: () => void;
  readonly wrong: string | undefined;
}

/** The current file of the field: it can be viewed, replaced by choosing, dropping or pasting another, or removed. */
function ChosenFile({ id, path, onFiles, onClear, wrong }: ChosenFileProps) {
  const name = useFileName(path) ?? fileName(path);
  return (
    <DropZone onFiles={onFiles}>
      {(choose) => (
        <div className="mu-file">
          <FileOpener id={id} path={path} wrong={wrong} />
          <IconButton icon={RefreshCw} size="sm" label={t('files.replaceNamed', { name })} onClick={choose} />
          <IconButton icon={X} size="sm" label={t('files.clear', { name })} onClick={onClear} />
        </div>
      )}
    </DropZone>
  );
}

/** A file input: the file is chosen, dropped or pasted, uploaded at once, and becomes part of the record with its next save. */
export function FileWidget({ value, onChange, onBlur, readOnly, wrapperProps, onParseError, issues }: WidgetProps) {
  const path = typeof value === 'string' && value !== '' ? value : undefined;
  const uploads = useUploads((uploaded) => onChange(uploaded.path));
  const { isBusy } = uploads;
  const wrong = issues.length > 0 ? `${wrapperProps.id}-error` : undefined;
  // A save during the upload would not include the file.
  useEffect(() => onParseError(isBusy ? t('files.stillSending') : undefined), [isBusy]);
  const take = (files: readonly File[]) => {
    // The field has one file: failed uploads are removed before the next one.
    for (const { id } of uploads.list) uploads.remove(id);
    uploads.start(files);
  };
  return (
    <Input.Wrapper {...wrapperProps} labelElement="div" labelProps={{ id: `${wrapperProps.id}-label` }}>
      <div className="mu-field" role="group" aria-labelledby={`${wrapperProps.id}-label`} onBlur={onBlur}>
        {path === undefined && readOnly && (
          <span className="ms-muted" id={wrapperProps.id}>
            {t('views.fields.noFile')}
          </span>
        )}
        {path !== undefined &&
          (readOnly ? (
            <div className="mu-file">
              <FileOpener id={wrapperProps.id} path={path} />
            </div>
          ) : (
            <ChosenFile id={wrapperProps.id} path={path} onFiles={take} onClear={() => onChange(undefined)} wrong={wrong} />
          ))}
        {path === undefined && !readOnly && !isBusy && <DropZone id={wrapperProps.id} onFiles={take} wrong={wrong} />}
        <UploadRows uploads={uploads} />
      </div>
    </Input.Wrapper>
  );
}
