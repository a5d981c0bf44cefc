import { CircleAlert, RotateCw, X } from 'lucide-react';
import type { Upload, Uploads } from '../../headless/index.ts';
import { Icon, IconButton, t } from '../../kit/index.ts';
import { uploadError } from './upload-text.ts';

function Row({ upload, uploads }: { readonly upload: Upload; readonly uploads: Uploads }) {
  const { id, name, progress } = upload;
  const error = uploadError(upload);
  const percent = Math.round((progress ?? 0) * 100);
  return (
    <li className={`mu-row ${error === undefined ? '' : 'mu-row-wrong'}`}>
      <div className="mu-row-text">
        <span className="ms-clip">{name}</span>
        {error === undefined ? (
          <span className="mu-row-share">{percent === 100 ? t('files.checking') : t('files.progress', { percent })}</span>
        ) : (
          <span className="mu-row-error" role="alert">
            <Icon of={CircleAlert} size={14} />
            {error}
          </span>
        )}
      </div>
      {error === undefined && (
        <div
          className="mu-bar"
          role="progressbar"
          aria-label={t('files.sending', { name })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <span style={{ width: `${percent}%` }} />
        </div>
      )}
      <div className="mu-row-tools">
        {upload.canRetry === true && (
          <IconButton icon={RotateCw} size="sm" label={t('files.retry', { name })} onClick={() => uploads.retry(id)} />
        )}
        <IconButton
          icon={X}
          size="sm"
          label={t(error === undefined ? 'files.cancel' : 'files.dismiss', { name })}
          onClick={() => uploads.remove(id)}
        />
      </div>
    </li>
  );
}

/** Running uploads with their progress, and failed uploads with the reason. */
export function UploadRows({ uploads }: { readonly uploads: Uploads }) {
  if (uploads.list.length === 0) return null;
  return (
    <ul className="mu-rows">
      {uploads.list.map((upload) => (
        <Row key={upload.id} upload={upload} uploads={uploads} />
      ))}
    </ul>
  );
}
