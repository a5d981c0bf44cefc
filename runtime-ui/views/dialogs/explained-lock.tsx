import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { IconButton, t } from '../../kit/index.ts';
import { ExplainPopover } from './explain-popover.tsx';

interface ExplainedLockProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  /** The layout shows the field read-only, regardless of the user's rights. */
  readonly isReadOnlyInLayout?: boolean;
  /** A condition of the field locks it, regardless of the user's rights. */
  readonly isReadOnlyByRule?: boolean;
  /** Label and title for what is locked; absent: changing the field. */
  readonly label?: string;
  /** A fixed text for cases that need no request. */
  readonly text?: string | undefined;
  /** Undefined for a new record. */
  readonly recordId?: string;
  readonly className?: string;
  /** Controls whether the explanation is open; absent: the component manages this state itself. */
  readonly reason?: { readonly isOpen: boolean; readonly onOpen: (isOpen: boolean) => void };
}

/**
 * The lock of a field that the user may read but not change: it opens the deciding rule and the smallest change that would allow the
 * change.
 */
export function ExplainedLock({
  module,
  field,
  isReadOnlyInLayout = false,
  isReadOnlyByRule = false,
  label,
  text = isReadOnlyInLayout ? t('views.lock.fixedHere') : isReadOnlyByRule ? t('views.lock.byRule') : undefined,
  recordId,
  className = '',
  reason,
}: ExplainedLockProps) {
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = reason === undefined ? [isOpen, setOpen] : [reason.isOpen, reason.onOpen];
  const query = {
    module: module.name,
    action: recordId === undefined ? 'create' : 'edit',
    field: field.fieldName,
    ...(recordId === undefined ? {} : { id: recordId }),
  } as const;
  const lock = (
    <IconButton
      icon={Lock}
      size="xs"
      className={className}
      label={label ?? t('views.lock.lock', { field: field.label })}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => setOpened(!opened)}
    />
  );
  return (
    <ExplainPopover
      query={query}
      title={label ?? t('views.explain.edit')}
      target={lock}
      opened={opened}
      onClose={() => setOpened(false)}
      position="bottom-start"
      text={text}
    />
  );
}
