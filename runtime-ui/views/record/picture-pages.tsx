import { Crop, Plus, Send, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { countCorners, type Corners, type TakenPicture } from '../../headless/index.ts';
import { Button, createLazyComponent, Icon, IconButton, LazyBoundary, t } from '../../kit/index.ts';

const CropDialog = createLazyComponent(async () => (await import('./crop-dialog.tsx')).CropDialog);

function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** How many corners of the page are in view; nothing if the page is the whole picture. */
function CornerNote({ corners }: { readonly corners: Corners | undefined }) {
  if (corners === undefined) return null;
  const count = countCorners(corners);
  return count === 4 ? (
    <span className="mv-corners">{t('files.cornersFound')}</span>
  ) : (
    <span className="mv-corners mv-corners-missing">{t('files.cornersMissing', { count })}</span>
  );
}

interface PageProps {
  readonly page: TakenPicture;
  readonly number: number;
  readonly isBusy: boolean;
  readonly onCrop: (corners: Corners | undefined) => void;
  readonly onRemove: () => void;
}

function Page({ page: { picture, corners }, number, isBusy, onCrop, onRemove }: PageProps) {
  const url = useObjectUrl(picture);
  const [isCropping, setCropping] = useState(false);
  const label = t('files.page', { number });
  return (
    <li className="mv-page-item">
      <span className="mv-page-shown">
        {url === undefined ? <span className="mv-page-picture" /> : <img className="mv-page-picture" src={url} alt={label} />}
        {corners && (
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden data-whole={countCorners(corners) === 4}>
            <polygon points={corners.map(({ x, y }) => `${x},${y}`).join(' ')} vectorEffect="non-scaling-stroke" />
          </svg>
        )}
      </span>
      <span className="mv-page-line">
        {label}
        <IconButton icon={Crop} size="phone" label={t('files.crop', { number })} disabled={isBusy} onClick={() => setCropping(true)} />
        <IconButton icon={X} size="phone" label={t('files.removePage', { number })} disabled={isBusy} onClick={onRemove} />
      </span>
      <CornerNote corners={corners} />
      {isCropping && url !== undefined && (
        <LazyBoundary fallback={null}>
          <CropDialog url={url} number={number} corners={corners} onCrop={onCrop} onClose={() => setCropping(false)} />
        </LazyBoundary>
      )}
    </li>
  );
}

interface PicturePagesProps {
  readonly pages: readonly TakenPicture[];
  readonly isBusy: boolean;
  readonly onAdd: () => void;
  /** Corners of a page were found or chosen; undefined: it is the whole picture. */
  readonly onCrop: (picture: File, corners: Corners | undefined) => void;
  readonly onRemove: (at: number) => void;
  readonly onSend: () => void;
}

/** The pictures that were taken, as the pages of one document; sent together. */
export function PicturePages({ pages, isBusy, onAdd, onCrop, onRemove, onSend }: PicturePagesProps) {
  return (
    <div className="mv-pages">
      <h2 className="mv-pages-title">
        {t('files.pages')} <span className="ms-muted ms-tabular">{pages.length}</span>
      </h2>
      <ul className="mv-page-list">
        {pages.map((page, at) => (
          <Page
            key={`${at}-${page.picture.name}-${page.picture.lastModified}`}
            page={page}
            number={at + 1}
            isBusy={isBusy}
            onCrop={(corners) => onCrop(page.picture, corners)}
            onRemove={() => onRemove(at)}
          />
        ))}
        <li className="mv-page-item">
          <button type="button" className="mv-page-picture mv-page-add" disabled={isBusy} onClick={onAdd}>
            <Icon of={Plus} size={20} />
            {t('files.addPage')}
          </button>
        </li>
      </ul>
      <div className="mv-hand-in-buttons">
        <Button variant="primary" size="phone" icon={Send} loading={isBusy} onClick={onSend}>
          {t('files.sendPages', { count: pages.length })}
        </Button>
      </div>
    </div>
  );
}
