import { Download, ExternalLink } from 'lucide-react';
import { useRef, useState } from 'react';
import { getFilePreviewKind, useFileLink } from '../../headless/index.ts';
import {
  buttonClass,
  Button,
  createLazyComponent,
  Dialog,
  EmptyState,
  ErrorState,
  Icon,
  LazyBoundary,
  SkeletonRows,
  t,
} from '../../kit/index.ts';
import '../styles/files.css';

// The reader of PDF files is larger than all other parts of the page.
const PdfView = createLazyComponent(async () => (await import('./pdf/pdf-view.tsx')).PdfView);

interface FilePreviewProps {
  readonly path: string;
  readonly name: string;
  readonly onClose: () => void;
}

interface MediaProps {
  readonly url: string;
  readonly name: string;
  readonly renew: () => void;
  /** It could not be loaded, or is damaged. */
  readonly onFail: () => void;
}

/** A file link expires; when a video is played or moved past that time, it continues with a new link at the same position. */
function VideoPlayer({ url, name, renew, onFail }: MediaProps) {
  const at = useRef(0);
  return (
    <video
      className="mu-shown"
      controls
      preload="metadata"
      src={url}
      aria-label={name}
      onTimeUpdate={(event) => {
        at.current = event.currentTarget.currentTime;
      }}
      onLoadedMetadata={(event) => {
        event.currentTarget.currentTime = at.current;
      }}
      onError={() => {
        if (at.current > 0) renew();
        else onFail();
      }}
    />
  );
}

function Shown({ path, name, url, renew }: { readonly path: string } & Omit<MediaProps, 'onFail'>) {
  const [failed, setFailed] = useState<string>();
  const onFail = () => setFailed(url);
  if (failed === url)
    return (
      <ErrorState
        compact
        title={t('files.showFailed')}
        text={t('files.retrieveFailed')}
        onRetry={() => {
          setFailed(undefined);
          renew();
        }}
      />
    );
  switch (getFilePreviewKind(path)) {
    case 'image':
      return <img className="mu-shown" src={url} alt={name} onError={onFail} />;
    case 'video':
      return <VideoPlayer url={url} name={name} renew={renew} onFail={onFail} />;
    case 'pdf':
      return (
        <LazyBoundary fallback={<SkeletonRows rows={6} height={40} columns={1} />}>
          <PdfView url={url} name={name} />
        </LazyBoundary>
      );
    default:
      return <EmptyState compact title={t('files.cannotShow')} help={t('files.cannotShowHelp')} />;
  }
}

/** Shows a file: images, videos and PDF inline, other files as a download. */
export function FilePreview({ path, name, onClose }: FilePreviewProps) {
  const { data, error, refetch } = useFileLink(path);
  const canShow = getFilePreviewKind(path) !== 'link';
  const links = data && (
    <>
      {canShow && (
        <a className={buttonClass()} href={data.url} target="_blank" rel="noopener noreferrer">
          <Icon of={ExternalLink} />
          <span className="ms-button-label">{t('files.openTab')}</span>
        </a>
      )}
      <a className={buttonClass('primary')} href={`${data.url}&download=1`} download={name}>
        <Icon of={Download} />
        <span className="ms-button-label">{t('files.download')}</span>
      </a>
    </>
  );
  return (
    <Dialog
      opened
      title={name}
      size="compare"
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('actions.close')}</Button>
          {links}
        </>
      }
    >
      {error && data === undefined && (
        <ErrorState compact title={t('files.showFailed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
      )}
      {!error && data === undefined && <SkeletonRows rows={6} height={40} columns={1} />}
      {data && (
        <div className="mu-stage">
          <Shown path={path} name={name} url={data.url} renew={() => void refetch()} />
        </div>
      )}
    </Dialog>
  );
}
