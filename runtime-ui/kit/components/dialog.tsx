import { Modal } from '@mantine/core';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useRestoreFocus } from '../restore-focus.ts';
import { t } from '../texts/texts.ts';
import { useBreakpoint } from '../use-breakpoint.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

/** Widths: confirm 440, choice 620, compare 1000. */
export type DialogSize = 'confirm' | 'choice' | 'compare';

const WIDTHS: { readonly [size in DialogSize]: number } = { confirm: 440, choice: 620, compare: 1000 };

/** Props of a dialog. */
export interface DialogProps {
  /** Whether it is shown. */
  readonly opened: boolean;
  /** The heading, which names it for screen readers. */
  readonly title: string;
  /** Below the heading; default: none. */
  readonly subtitle?: ReactNode;
  /** Its width: `confirm` 440 px, `choice` 620 (the default), `compare` 1,000. */
  readonly size?: DialogSize;
  /** Called by Esc and the close button, and by a click outside as long as nothing was typed. */
  readonly onCancel: () => void;
  /** Left of the buttons: the consequences of the main action. */
  readonly consequences?: ReactNode;
  /** Buttons: the main one last, preceded by Cancel. */
  readonly actions?: ReactNode;
  /** Whether a click outside must not close the dialog, because input would be lost. Absent: any change of an input inside counts. */
  readonly dirty?: boolean;
  /** Content without the 20 px gutters, for tables. */
  readonly flush?: boolean;
  /** Its content. */
  readonly children?: ReactNode;
}

/** A dialog: full screen on a phone, else 72 to 112 px from the top. */
export function Dialog({
  opened,
  title,
  subtitle,
  size = 'choice',
  onCancel,
  consequences,
  actions,
  dirty,
  flush = false,
  children,
}: DialogProps) {
  const isPhone = useBreakpoint() === 'phone';
  const typed = useRef(false);
  const content = useRestoreFocus(opened);
  const isDirty = () => dirty ?? typed.current;
  const cancel = () => {
    typed.current = false;
    onCancel();
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={cancel}
      closeOnClickOutside={false}
      size={WIDTHS[size]}
      fullScreen={isPhone}
      yOffset={size === 'compare' ? 72 : 112}
      padding={0}
      radius={12}
    >
      <Modal.Overlay
        className="ms-backdrop"
        onClick={() => {
          if (!isDirty()) cancel();
        }}
      />
      <Modal.Content
        ref={content}
        className="ms-dialog"
        onInput={() => {
          typed.current = true;
        }}
      >
        <div className="ms-dialog-head">
          <div>
            <Modal.Title className="ms-dialog-title">{title}</Modal.Title>
            {subtitle !== undefined && <p className="ms-dialog-subtitle">{subtitle}</p>}
          </div>
        </div>
        <Modal.Body className={flush ? 'ms-dialog-flush' : 'ms-dialog-body'}>{children}</Modal.Body>
        {(actions !== undefined || consequences !== undefined) && (
          <div className="ms-dialog-foot">
            <div className="ms-dialog-consequences">{consequences}</div>
            <div className="ms-dialog-actions">{actions}</div>
          </div>
        )}
        {/* Last in the DOM, so that the focus starts in the content. */}
        <IconButton className="ms-dialog-close" icon={X} label={t('actions.close')} onClick={cancel} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Props of a dialog that asks before an action. */
export interface ConfirmDialogProps {
  /** Whether it is shown. */
  readonly opened: boolean;
  /** The question. */
  readonly title: string;
  /** What the action does; default: nothing is said. */
  readonly text?: ReactNode;
  /** Names the action and the count: "Delete 12 books". */
  readonly confirmLabel: string;
  /** The action destroys something: its button is red and not focused first; default false. */
  readonly danger?: boolean;
  /** The action is running; default false. */
  readonly busy?: boolean;
  /** Left of the buttons: the consequences of the action. */
  readonly consequences?: ReactNode;
  /** Called by the button of the action. */
  readonly onConfirm: () => void;
  /** Called by Cancel, Esc, the close button and a click outside. */
  readonly onCancel: () => void;
  /** Below the text. */
  readonly children?: ReactNode;
}

/** Asks for confirmation of an action that is hard to revert. */
export function ConfirmDialog({
  opened,
  title,
  text,
  confirmLabel,
  danger = false,
  busy = false,
  consequences,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const actions = (
    <>
      <Button onClick={onCancel}>{t('actions.cancel')}</Button>
      <Button variant={danger ? 'danger' : 'primary'} loading={busy} onClick={onConfirm} {...(danger ? {} : { 'data-autofocus': true })}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog opened={opened} title={title} size="confirm" onCancel={onCancel} consequences={consequences} actions={actions}>
      {text !== undefined && <p className="ms-dialog-text">{text}</p>}
      {children}
    </Dialog>
  );
}
