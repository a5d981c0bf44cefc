import { Combine, FolderDown } from 'lucide-react';
import { useState } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import type { FieldView, ModuleView } from '#engine/model/wire';
import {
  downloadArchive,
  downloadFile,
  recordRoute,
  useModuleView,
  useSession,
  type RecordData,
  type UploadedFile,
} from '../../client/index.ts';
import { DropZone, FileOpener, UploadRows } from '../../fields/files/index.ts';
import { fileName, formatFullInstant, textOf } from '../../fields/values/index.ts';
import {
  fileModulesOf,
  findField,
  findFieldFiles,
  getFilePreviewKind,
  isReadable,
  isWritable,
  MAX_FILES,
  recordName,
  useAttachFile,
  useFileName,
  useModuleSummaries,
  useRecordFiles,
  useUploads,
  useUserId,
  type FileModule,
  type RecordValues,
} from '../../headless/index.ts';
import { Button, createLazyComponent, LazyBoundary, Section, showNotice, SkeletonRows, t, TextLink } from '../../kit/index.ts';
import { FileVersionsButton } from './file-versions-button.tsx';
import type { MergeableFile } from './merge-files-dialog.tsx';
import { useAction } from '../use-action.ts';

const MergeFilesDialog = createLazyComponent(async () => (await import('./merge-files-dialog.tsx')).MergeFilesDialog);

interface FilesProps {
  readonly module: ModuleView;
  readonly record: RecordValues & { readonly _id: string };
}

function OwnFile({ module, record, field, path }: FilesProps & { readonly field: FieldView; readonly path: string }) {
  const name = useFileName(path) ?? fileName(path);
  return (
    <li className="mv-related-row mv-version">
      <div className="mv-version-text">
        <FileOpener path={path} name={name} size="large" />
        <span className="mv-file-note">{field.label}</span>
      </div>
      <FileVersionsButton module={module} id={record._id} field={field} name={name} />
    </li>
  );
}

/** The file fields of the record itself. */
function OwnFiles({ module, record }: FilesProps) {
  const userId = useUserId();
  const fieldFiles = findFieldFiles(module, record).filter(({ field }) => isReadable(field, record, userId));
  if (fieldFiles.length === 0) return null;
  return (
    <Section title={t('files.inRecord')} headingLevel={3}>
      <ul className="mv-related-list">
        {fieldFiles.map(({ field, path }) => (
          <OwnFile key={field.fieldName} module={module} record={record} field={field} path={path} />
        ))}
      </ul>
    </Section>
  );
}

/** The display name of a file record. */
function shownName({ filename, path }: RecordData): string {
  return typeof filename === 'string' ? filename : fileName(textOf(path));
}

function FileRow({ other, record }: { readonly other: ModuleView; readonly record: RecordData }) {
  const user = useSession((session) => session.user);
  const { path, createdAt } = record;
  const name = recordName(other, record);
  const shown = shownName(record);
  const field = findField(other, 'path');
  return (
    <li className="mv-related-row mv-version">
      <div className="mv-version-text">
        {typeof path === 'string' ? (
          <FileOpener path={path} name={shown} size="large" />
        ) : (
          <span className="ms-muted ms-clip">{t('views.fields.noFile')}</span>
        )}
        <span className="mv-file-note">
          <TextLink href={recordRoute(other.name, record._id, user)}>
            {name === shown ? t('files.openRecord', { thing: lowercaseLabel(other.labelSingular) }) : name}
          </TextLink>
          {typeof createdAt === 'string' && <time dateTime={createdAt}>{formatFullInstant(textOf(createdAt))}</time>}
        </span>
      </div>
      {typeof path === 'string' && field !== undefined && <FileVersionsButton module={other} id={record._id} field={field} name={shown} />}
    </li>
  );
}

interface ManyFilesProps {
  readonly files: readonly RecordData[];
  /** Name of the record, which archives and merged files get. */
  readonly name: string;
  /** Adds a file to the record; absent: the user may not. */
  readonly attach?: (uploaded: UploadedFile) => Promise<unknown>;
}

/** What can be done with several files together: save them as one archive, or merge them into one PDF. */
function ManyFiles({ files, name, attach }: ManyFilesProps) {
  const { isBusy, run } = useAction();
  const [isMerging, setMerging] = useState(false);
  const paths = files.flatMap(({ path }) => (typeof path === 'string' ? [path] : []));
  const mergeable = files.flatMap((file): MergeableFile[] =>
    typeof file.path === 'string' && ['pdf', 'image'].includes(getFilePreviewKind(file.path))
      ? [{ path: file.path, name: shownName(file) }]
      : [],
  );
  if (paths.length < 2) return null;
  const download = () =>
    run(async () => showNotice({ kind: 'ok', text: t('files.archived', { file: await downloadArchive(paths, name) }) }));
  const finish = async (file: UploadedFile) => {
    if (attach !== undefined) await attach(file);
    else await downloadFile(file);
    setMerging(false);
    showNotice({ kind: 'ok', text: t(attach === undefined ? 'files.merged' : 'files.added', { name: file.filename }) });
  };
  return (
    <div className="mv-many-files">
      <Button size="sm" icon={FolderDown} loading={isBusy} onClick={download}>
        {t('files.downloadAll', { count: paths.length })}
      </Button>
      {mergeable.length > 1 && (
        <Button size="sm" icon={Combine} onClick={() => setMerging(true)}>
          {t('files.merge')}
        </Button>
      )}
      {isMerging && (
        <LazyBoundary fallback={null}>
          <MergeFilesDialog files={mergeable} name={name} onCancel={() => setMerging(false)} onMerged={finish} />
        </LazyBoundary>
      )}
    </div>
  );
}

function List({ module, record, relations, other }: FilesProps & FileModule & { readonly other: ModuleView }) {
  const { data, error, refetch } = useRecordFiles(module, record._id, other, relations);
  const attach = useAttachFile(module, { _id: record._id, name: recordName(module, record) }, other, relations);
  const uploads = useUploads(async (uploaded) => {
    await attach(uploaded);
    showNotice({ kind: 'ok', text: t('files.added', { name: uploaded.filename }) });
  });
  const pathField = findField(other, 'path');
  const canAdd = other.rights.create && pathField !== undefined && isWritable(pathField, true);
  return (
    <Section title={other.label} {...(data === undefined ? {} : { note: data.total.toLocaleString('en-US') })} headingLevel={3}>
      {canAdd && <DropZone multiple onFiles={uploads.start} />}
      <UploadRows uploads={uploads} />
      {error && data === undefined && (
        <p className="mv-related-none" role="alert">
          {t('files.failed')}{' '}
          <Button size="xs" variant="quiet" onClick={() => void refetch()}>
            {t('actions.tryAgain')}
          </Button>
        </p>
      )}
      {!error && data === undefined && <SkeletonRows rows={2} columns={2} />}
      {data !== undefined && data.total === 0 && <p className="mv-related-none">{t('files.none')}</p>}
      {data !== undefined && data.data.length > 0 && (
        <ul className="mv-related-list">
          {data.data.map((one) => (
            <FileRow key={one._id} other={other} record={one} />
          ))}
        </ul>
      )}
      {data !== undefined && <ManyFiles files={data.data} name={recordName(module, record)} {...(canAdd ? { attach } : {})} />}
      {data !== undefined && data.total > MAX_FILES && (
        <p className="mv-related-none">{t('views.list.range', { from: 1, to: MAX_FILES, total: data.total.toLocaleString('en-US') })}</p>
      )}
    </Section>
  );
}

/** Loads the module of the file records; without access to it nothing is shown. */
function Attached(props: FilesProps & FileModule) {
  const { data } = useModuleView(props.name);
  return data === undefined ? null : <List {...props} other={data} />;
}

/** The files of a record: those in its own fields, and related file records, with upload. */
export function FilesTab({ module, record }: FilesProps) {
  const modules = fileModulesOf(module, useModuleSummaries());
  return (
    <>
      <OwnFiles module={module} record={record} />
      {modules.map((one) => (
        <Attached key={one.name} module={module} record={record} {...one} />
      ))}
    </>
  );
}

/** Whether the records of a module can have files. */
export function useHasFiles(module: ModuleView): boolean {
  const summaries = useModuleSummaries();
  return module.fields.some((field) => field.inputType === 'File') || fileModulesOf(module, summaries).length > 0;
}
