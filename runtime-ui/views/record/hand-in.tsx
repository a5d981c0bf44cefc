import { Camera, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { toText } from '#engine/model/values';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { findModule, updateRecord, useShell } from '../../client/index.ts';
import { FileOpener, UploadRows } from '../../fields/files/index.ts';
import { countDaysLate, describeDaysLate } from '../../fields/values/index.ts';
import {
  combinePictures,
  findField,
  findPageCorners,
  isAllowed,
  isLockedByRule,
  isOwnRecord,
  isWritable,
  recordName,
  useUploads,
  useUserId,
  useVisibility,
  type Corners,
  type TakenPicture,
  type Uploads,
} from '../../headless/index.ts';
import type { EditedRecord } from '../../headless/inline/index.ts';
import { Button, formatDayInText, showNotice, t, useBreakpoint } from '../../kit/index.ts';
import { useSaveFeedback } from '../inline/use-save-feedback.ts';
import { PicturePages } from './picture-pages.tsx';

interface HandInProps {
  readonly module: ModuleView;
  readonly record: EditedRecord;
  readonly onReload: () => void;
}

const isPicture = (file: File): boolean => file.type.startsWith('image/');

/** The buttons to take a picture, on a phone, or to choose files; with pages, only one to send them. */
function UploadButtons({ name, uploads }: { readonly name: string; readonly uploads: Uploads }) {
  const isPhone = useBreakpoint() === 'phone';
  const [pages, setPages] = useState<readonly TakenPicture[]>([]);
  const [isCombining, setCombining] = useState(false);
  const camera = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const isBusy = uploads.isBusy || isCombining;
  const input = { type: 'file', hidden: true, tabIndex: -1, 'aria-hidden': true } as const;
  const send = (file: File) => {
    // The field has one file: a failed upload is removed before the next one.
    for (const { id } of uploads.list) uploads.remove(id);
    uploads.start([file]);
  };
  const crop = (picture: File, corners: Corners | undefined) =>
    setPages((now) => now.map((page) => (page.picture === picture ? { picture, corners } : page)));
  const addPages = (pictures: readonly File[]) => {
    setPages([...pages, ...pictures.map((picture) => ({ picture }))]);
    for (const picture of pictures) void findPageCorners(picture).then((found) => found && crop(picture, found));
  };
  const take = (chosen: readonly File[], isTaken: boolean) => {
    const [first] = chosen;
    if (first === undefined) return;
    if (chosen.every(isPicture) && (isTaken || chosen.length > 1 || pages.length > 0)) addPages(chosen);
    else if (chosen.length === 1 && pages.length === 0) send(first);
    else showNotice({ kind: 'error', text: t('files.onlyPictures') });
  };
  const takeFrom = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    const chosen = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    take(chosen, currentTarget === camera.current);
  };
  const sendPages = async () => {
    setCombining(true);
    const file = await combinePictures(pages, name);
    setCombining(false);
    if (file === undefined) showNotice({ kind: 'error', text: t('files.unreadable') });
    else {
      setPages([]);
      send(file);
    }
  };
  return (
    <>
      <input ref={camera} {...input} accept="image/*" capture="environment" onChange={takeFrom} />
      <input ref={chooser} {...input} multiple onChange={takeFrom} />
      {pages.length > 0 && (
        <PicturePages
          pages={pages}
          isBusy={isBusy}
          onAdd={() => (isPhone ? camera : chooser).current?.click()}
          onCrop={crop}
          onRemove={(removed) => setPages(pages.filter((_, at) => at !== removed))}
          onSend={() => void sendPages()}
        />
      )}
      {pages.length === 0 && (
        <div className="mv-hand-in-buttons">
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
      )}
    </>
  );
}

function Content({
  module,
  record,
  onReload,
  field,
  note,
  due,
}: HandInProps & { readonly field: FieldView; readonly note: string; readonly due: FieldView | undefined }) {
  const day = due === undefined ? '' : toText(record[due.fieldName]);
  const late = due === undefined ? 0 : countDaysLate(module, due, record);
  const feedback = useSaveFeedback(module);
  const uploads = useUploads(async ({ path }) => {
    const { batchId } = await updateRecord(module.path, record._id, { [field.fieldName]: path, _version: record._version });
    void feedback.notify(t('files.handedIn', { field: field.label }), { batchId });
    onReload();
  });
  const sent = toText(record[field.fieldName]);
  return (
    <section className="mv-hand-in" aria-label={field.label}>
      {day !== '' && (
        <p className={late > 0 ? 'ms-overdue' : ''}>
          {t('frame.own.dueOn', { day: formatDayInText(day) })}
          {describeDaysLate(late)}
        </p>
      )}
      {note !== '' && (
        <p className="mv-hand-in-note" role="note" aria-label={t('files.toCorrect')}>
          {note}
        </p>
      )}
      <UploadButtons name={recordName(module, record)} uploads={uploads} />
      <UploadRows uploads={uploads} />
      {sent !== '' && (
        <p className="mv-hand-in-sent">
          {t('files.sent')} <FileOpener path={sent} />
        </p>
      )}
    </section>
  );
}

/** The field of a work item in which its user may hand in a file now; undefined: none. */
export function useHandInField(module: ModuleView, record: EditedRecord): FieldView | undefined {
  const userId = useUserId();
  const isShown = useVisibility(module);
  const { data: shell } = useShell();
  const name = shell === undefined ? undefined : findModule(shell, module.name)?.workItems?.file;
  const field = name === undefined ? undefined : findField(module, name);
  if (field === undefined || record['deleted'] === true) return undefined;
  const canHandIn =
    isAllowed(module, 'edit', record, userId) &&
    isWritable(field, isOwnRecord(record, userId)) &&
    isShown(field, record) &&
    !isLockedByRule(module, field, record);
  return canHandIn ? field : undefined;
}

/**
 * Above the fields of a work item that is done with a file: what has to be corrected, when it is due, and the upload. Nothing if the
 * records are not work of the user, or the user may not hand in a file any more.
 */
export function HandIn(props: HandInProps) {
  const { module, record } = props;
  const { data: shell } = useShell();
  const work = shell === undefined ? undefined : findModule(shell, module.name)?.workItems;
  const field = useHandInField(module, record);
  if (work === undefined || field === undefined) return null;
  return (
    <Content {...props} field={field} note={work.note === undefined ? '' : toText(record[work.note])} due={findField(module, work.due)} />
  );
}
