import { Download, RotateCcw, Upload } from 'lucide-react';
import { formatBytes } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { downloadFile, type FileVersion } from '../../client/index.ts';
import { DropZone, FileOpener, UploadRows } from '../../fields/files/index.ts';
import { formatFullInstant } from '../../fields/values/index.ts';
import { useFileVersions, useRecordNamesById, useSetFile, useUploads } from '../../headless/index.ts';
import { Button, Dialog, ErrorState, formatDay, IconButton, showNotice, SkeletonRows, t } from '../../kit/index.ts';
import { useAction } from '../use-action.ts';

interface FileVersionsProps {
  readonly module: ModuleView;
  /** Id of the record. */
  readonly id: string;
  /** Name of the File field. */
  readonly field: string;
  /** Name of the current file. */
  readonly name: string;
  /** Whether the user may change the field. */
  readonly canChange: boolean;
  readonly onClose: () => void;
}

interface RowProps {
  readonly version: FileVersion;
  /** Name of the user who uploaded it; undefined: not known. */
  readonly user: string | undefined;
  /** Makes it the current file; absent: it is, or the user may not. */
  readonly restore?: () => Promise<void>;
}

function VersionRow({ version, user, restore }: RowProps) {
  const { isBusy, run } = useAction();
  const { filename: name, path, size, current, uploaded_at: at, stored_until: until } = version;
  const day = formatFullInstant(at);
  return (
    <li className="mv-related-row mv-version">
      <div className="mv-version-text">
        <FileOpener path={path} name={name} size="large" />
        <span className="mv-file-note">
          <time dateTime={at}>{user === undefined ? day : t('files.versionBy', { day, user })}</time>
          <span>{formatBytes(size)}</span>
          {until !== null && <span>{t('files.versionStored', { day: formatDay(until) })}</span>}
        </span>
      </div>
      {current && <span className="ms-tag">{t('files.versionCurrent')}</span>}
      {restore !== undefined && (
        <Button
          size="sm"
          icon={RotateCcw}
          loading={isBusy}
          aria-label={t('files.versionRestoreNamed', { name, day })}
          onClick={() => run(restore)}
        >
          {t('files.versionRestore')}
        </Button>
      )}
      <IconButton
        icon={Download}
        size="sm"
        label={t('files.versionDownload', { name, day })}
        onClick={() => run(() => downloadFile(version))}
      />
    </li>
  );
}

/** Dialog: the file of a field and the earlier ones, each to open, save or restore, and the place for a new one. */
export function FileVersionsDialog({ module, id, field, name, canChange, onClose }: FileVersionsProps) {
  const of = { module: module.name, id, field };
  const { data, error, refetch } = useFileVersions(of);
  const setFile = useSetFile(of, module.path);
  const uploads = useUploads(async ({ path, filename }) => {
    await setFile(path);
    showNotice({ kind: 'ok', text: t('files.versionAdded', { name: filename }) });
  });
  const users = useRecordNamesById('users', [...new Set(data?.flatMap(({ uploaded_by: by }) => by ?? []))]);
  const restore = async ({ path, filename }: FileVersion) => {
    await setFile(path);
    showNotice({ kind: 'ok', text: t('files.versionRestored', { name: filename }) });
  };
  return (
    <Dialog
      opened
      title={t('files.versionsOf', { name })}
      subtitle={t('files.versionsHelp')}
      onCancel={onClose}
      actions={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      {canChange && (
        <DropZone onFiles={uploads.start}>
          {(choose) => (
            <Button size="sm" icon={Upload} onClick={choose}>
              {t('files.versionUpload')}
            </Button>
          )}
        </DropZone>
      )}
      <UploadRows uploads={uploads} />
      {error && data === undefined && (
        <ErrorState compact title={t('files.versionsFailed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
      )}
      {!error && data === undefined && <SkeletonRows rows={2} columns={2} />}
      {data?.length === 0 && <p className="mv-related-none">{t('files.versionsNone')}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="mv-related-list">
          {data.map((version) => (
            <VersionRow
              key={version._id}
              version={version}
              user={version.uploaded_by === null ? undefined : users.get(version.uploaded_by)}
              {...(canChange && !version.current ? { restore: () => restore(version) } : {})}
            />
          ))}
        </ul>
      )}
      {data?.length === 1 && canChange && <p className="mv-related-none">{t('files.versionOnly')}</p>}
    </Dialog>
  );
}
