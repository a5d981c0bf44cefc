import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { POPUP_FIELDS } from '../../../../fields/search/index.ts';
import { Button, IconButton, t } from '../../../../kit/index.ts';
import { FoundRecordsPreview } from '../../../../views/canvas/index.ts';
import type { CanvasLook } from '../model/view-traits.ts';

interface ScreenChromeProps {
  readonly module: ModuleView;
  readonly look: CanvasLook;
  /** The module has records that can be shown. */
  readonly hasRecords: boolean;
  /** Number of fields. */
  readonly count: number;
  /** Number of sections. */
  readonly sections: number;
  readonly children: ReactNode;
}

/** What a screen has around the fields of its layout: the buttons of a search, or the dialog. It is inert. */
export function ScreenChrome({ module, look, hasRecords, count, sections, children }: ScreenChromeProps) {
  if (look === 'search')
    return (
      <div className="sl-search">
        <div>{children}</div>
        <div inert className="sl-search-side">
          <IconButton icon={X} size="sm" label={t('actions.close')} />
          <Button variant="quiet" size="sm">
            {t('actions.clear')}
          </Button>
        </div>
      </div>
    );
  if (look === 'popup')
    return (
      <DialogChrome title={t('views.fields.searchRecords', { module: lowercaseLabel(module.label) })}>
        {children}
        {count > POPUP_FIELDS && <p className="sl-note">{t('studioLayout.popupFields', { count: POPUP_FIELDS })}</p>}
        {hasRecords && (
          <div inert className="sl-found">
            <FoundRecordsPreview module={module} />
          </div>
        )}
      </DialogChrome>
    );
  if (look === 'mass')
    return (
      <DialogChrome
        title={t('work.mass.title', { module: module.label, count: '3' })}
        subtitle={t('work.mass.help')}
        action={<Button variant="primary">{t('work.mass.run')}</Button>}
      >
        {children}
        {sections > 1 && <p className="sl-note">{t('studioLayout.firstSection')}</p>}
      </DialogChrome>
    );
  return children;
}

interface DialogChromeProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function DialogChrome({ title, subtitle, action, children }: DialogChromeProps) {
  return (
    <div className="sl-dialog">
      <div inert className="sl-dialog-head">
        <p className="sl-dialog-title">{title}</p>
        {subtitle !== undefined && <p className="sl-note">{subtitle}</p>}
      </div>
      <div className="sl-dialog-body">{children}</div>
      <div inert className="sl-dialog-foot">
        <Button>{t('actions.cancel')}</Button>
        {action}
      </div>
    </div>
  );
}
