import { Camera, Upload } from 'lucide-react';
import { useRef } from 'react';
import { toText } from '#engine/model/values';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { findModule, updateRecord, useShell } from '../../client/index.ts';
import { FileOpener, UploadRows } from '../../fields/files/index.ts';
import { findField, isAllowed, isLockedByRule, isOwnRecord, isWritable, useUploads, useUserId } from '../../headless/index.ts';
import type { EditedRecord } from '../../headless/inline/index.ts';
import { Button, formatDay, isBeforeToday, t, useBreakpoint } from '../../kit/index.ts';
import { useSaveFeedback } from '../inline/use-save-feedback.ts';

interface HandInProps {
  readonly module: ModuleView;
  readonly record: EditedRecord;
  readonly onReload: () => void;
}

/** The buttons to take a picture, on a phone, or to choose a file. */
function UploadButtons({ onFiles, isBusy }: { readonly onFiles: (files: readonly File[]) => void; readonly isBusy: boolean }) {
  const isPhone = useBreakpoint() === 'phone';
  const camera = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const input = { type: 'file', hidden: true, tabIndex: -1, 'aria-hidden': true } as const;
  const take = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <div className="mv-hand-in-buttons">
      <input ref={camera} {...input} accept="image/*" capture="environment" onChange={take} />
      <input ref={chooser} {...input} onChange={take} />
      {isPhone && (
        <Button variant="primary" size="phone" icon={Camera} disabled={isBusy} onClick={() => camera.current?.click()}>
          {t('files.takePicture')}
        </Button>
      )}
      <Button
        variant={isPhone ? 'quiet' : 'primary'}
        size={isPhone ? 'phone' : 'md'}
        icon={Upload}
        disabled={isBusy}
        onClick={() => chooser.current?.click()}
      >
        {t('files.choose')}
      </Button>
    </div>
  );
}

function Content({
  module,
  record,
  onReload,
  field,
  note,
  due,
}: HandInProps & { readonly field: FieldView; readonly note: string; readonly due: string }) {
  const feedback = useSaveFeedback(module);
  const uploads = useUploads(async ({ path }) => {
    const { batchId } = await updateRecord(module.path, record._id, { [field.fieldName]: path, _version: record._version });
    void feedback.notify(t('files.handedIn', { field: field.label }), { batchId });
    onReload();
  });
  const sent = toText(record[field.fieldName]);
  return (
    <section className="mv-hand-in" aria-label={field.label}>
      {due !== '' && <p className={isBeforeToday(due) ? 'ms-overdue' : ''}>{t('files.due', { day: formatDay(due) })}</p>}
      {note !== '' && (
        <p className="mv-hand-in-note" role="note" aria-label={t('files.toCorrect')}>
          {note}
        </p>
      )}
      <UploadButtons
        isBusy={uploads.isBusy}
        onFiles={(files) => {
          // The field has one file: a failed upload is removed before the next one.
          for (const { id } of uploads.list) uploads.remove(id);
          uploads.start(files.slice(0, 1));
        }}
      />
      <UploadRows uploads={uploads} />
      {sent !== '' && (
        <p className="mv-hand-in-sent">
          {t('files.sent')} <FileOpener path={sent} />
        </p>
      )}
    </section>
  );
}

/**
 * Above the fields of a work item that is done with a file: what has to be corrected, when it is due, and the upload. Nothing if the
 * records are not work of the user, or the user may not hand in a file any more.
 */
export function HandIn(props: HandInProps) {
  const { module, record } = props;
  const userId = useUserId();
  const { data: shell } = useShell();
  const work = shell === undefined ? undefined : findModule(shell, module.name)?.workItems;
  const field = work?.file === undefined ? undefined : findField(module, work.file);
  if (work === undefined || field === undefined || record['deleted'] === true) return null;
  const canHandIn =
    isAllowed(module, 'edit', record, userId) && isWritable(field, isOwnRecord(record, userId)) && !isLockedByRule(module, field, record);
  if (!canHandIn) return null;
  return (
    <Content {...props} field={field} note={work.note === undefined ? '' : toText(record[work.note])} due={toText(record[work.due])} />
  );
}
