import { History } from 'lucide-react';
import { useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { isWritable } from '../../headless/index.ts';
import { createLazyComponent, IconButton, LazyBoundary, t } from '../../kit/index.ts';

const FileVersionsDialog = createLazyComponent(async () => (await import('./file-versions-dialog.tsx')).FileVersionsDialog);

interface FileVersionsButtonProps {
  readonly module: ModuleView;
  /** Id of the record. */
  readonly id: string;
  readonly field: FieldView;
  /** Name of the current file. */
  readonly name: string;
}

/** Opens the versions of a file. */
export function FileVersionsButton({ module, id, field, name }: FileVersionsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const canChange = module.rights.edit !== 'None' && isWritable(field, true);
  return (
    <>
      <IconButton icon={History} size="sm" label={t('files.versionsOf', { name })} onClick={() => setOpen(true)} />
      {isOpen && (
        <LazyBoundary fallback={null}>
          <FileVersionsDialog
            module={module}
            id={id}
            field={field.fieldName}
            name={name}
            canChange={canChange}
            onClose={() => setOpen(false)}
          />
        </LazyBoundary>
      )}
    </>
  );
}
