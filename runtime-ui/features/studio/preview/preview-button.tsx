import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { PreviewRequest } from '../../../client/index.ts';
import { Button, t, type ButtonProps } from '../../../kit/index.ts';
import { useDraft } from '../draft/use-draft.ts';
import { PreviewDialog } from './preview-dialog.tsx';

interface PreviewButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'className'> {
  /** The draft; null: the published definitions. Absent: the open draft, else the published definitions. */
  readonly changeSet?: { readonly _id: string; readonly name: string } | null;
  /** Who is chosen at first. */
  readonly initial?: Omit<PreviewRequest, 'changeSet'>;
}

/** Opens the dialog in which a preview is started; edits of the open draft are saved before. */
export function PreviewButton({ changeSet, initial, ...look }: PreviewButtonProps) {
  const draft = useDraft();
  const { pathname, search } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const shown = changeSet === undefined ? (draft.view ?? null) : changeSet;
  // The first edits create the draft: they must be saved before it can be named.
  const open = () => {
    void draft.flush().then(
      () => setOpen(true),
      () => undefined,
    );
  };
  return (
    <>
      <Button {...look} icon={Eye} onClick={open}>
        {t('studioPreview.open')}
      </Button>
      {isOpen && (
        <PreviewDialog
          changeSet={shown?._id ?? null}
          draftName={shown?.name}
          {...(initial && { initial })}
          back={`${pathname}${search}`}
          onCancel={() => setOpen(false)}
          onStart={draft.flush}
        />
      )}
    </>
  );
}
