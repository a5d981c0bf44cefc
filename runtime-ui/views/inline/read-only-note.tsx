import { Lock } from 'lucide-react';
import { useState } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { Button, Icon, t } from '../../kit/index.ts';
import { ExplainPopover } from '../dialogs/explain-popover.tsx';

/** Above a record in which the user may change nothing: that it is read only, and on demand the rule that decides. */
export function ReadOnlyNote({ module, recordId }: { readonly module: ModuleView; readonly recordId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <p className="mi-read-only">
      <Icon of={Lock} size={14} />
      <strong>{t('views.readOnly.title')}</strong> {t('views.readOnly.text', { thing: lowercaseLabel(module.labelSingular) })}
      <ExplainPopover
        query={{ module: module.name, action: 'edit', id: recordId }}
        title={t('views.explain.edit')}
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom-start"
        target={
          <Button
            size="xs"
            variant="quiet"
            className="ms-link-button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('views.readOnly.why')}
          </Button>
        }
      />
    </p>
  );
}
