import { useState, type ReactNode } from 'react';
import type { ModuleView, RecordAction } from '#engine/model/wire';
import { Button, t, type ButtonVariant, type ControlSize } from '../../kit/index.ts';
import { ExplainPopover } from './explain-popover.tsx';

interface ExplainedButtonProps {
  readonly module: ModuleView;
  readonly action: Extract<RecordAction, 'create' | 'edit' | 'delete' | 'export' | 'mass_update'>;
  readonly recordId?: string;
  /** The read-only field, if the whole record is not read-only. */
  readonly field?: string;
  readonly size?: ControlSize;
  readonly variant?: ButtonVariant;
  /** The title of the explanation; absent: that of the action. */
  readonly title?: string;
  readonly children: ReactNode;
}

/**
 * A button for an action that the user may not perform: it stays focusable, and opens the deciding rule and the smallest change that would
 * allow the action.
 */
export function ExplainedButton({
  module,
  action,
  recordId,
  field,
  size = 'md',
  variant = 'default',
  title = t(`views.explain.${action}`),
  children,
}: ExplainedButtonProps) {
  const [opened, setOpened] = useState(false);
  const query = {
    module: module.name,
    action,
    ...(recordId === undefined ? {} : { id: recordId }),
    ...(field === undefined ? {} : { field }),
  };
  const button = (
    <Button
      size={size}
      variant={variant}
      title={t('views.explain.byRole')}
      blocked={{ onExplain: () => setOpened(!opened) }}
      aria-haspopup="dialog"
      aria-expanded={opened}
    >
      {children}
    </Button>
  );
  return <ExplainPopover query={query} title={title} target={button} opened={opened} onClose={() => setOpened(false)} />;
}
