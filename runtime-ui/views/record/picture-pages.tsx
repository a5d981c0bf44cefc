import { Plus, Send, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, Icon, IconButton, t } from '../../kit/index.ts';

function Thumbnail({ picture, label }: { readonly picture: File; readonly label: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url === undefined ? <span className="mv-page-picture" /> : <img className="mv-page-picture" src={url} alt={label} />;
}

interface PicturePagesProps {
  readonly pages: readonly File[];
  readonly isBusy: boolean;
  readonly onAdd: () => void;
  readonly onRemove: (at: number) => void;
  readonly onSend: () => void;
}

/** The pictures that were taken, as the pages of one document; sent together. */
export function PicturePages({ pages, isBusy, onAdd, onRemove, onSend }: PicturePagesProps) {
  return (
    <div className="mv-pages">
      <h2 className="mv-pages-title">
        {t('files.pages')} <span className="ms-muted ms-tabular">{pages.length}</span>
      </h2>
      <ul className="mv-page-list">
        {pages.map((picture, at) => {
          const label = t('files.page', { number: at + 1 });
          return (
            <li key={`${at}-${picture.name}-${picture.lastModified}`} className="mv-page-item">
              <Thumbnail picture={picture} label={label} />
              <span className="mv-page-line">
                {label}
                <IconButton
                  icon={X}
                  size="phone"
                  label={t('files.removePage', { number: at + 1 })}
                  disabled={isBusy}
                  onClick={() => onRemove(at)}
                />
              </span>
            </li>
          );
        })}
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
