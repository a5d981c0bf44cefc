import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ModuleSummary } from '#engine/model';
import { Button, ErrorState, PageHeader, SkeletonRows, usePageTitle, type RecordData } from '#ui';
import { NavigationPreview } from './navigation-preview.tsx';
import { tNavigation } from './texts.ts';
import type { useEditorRecords } from './use-editor-records.ts';
import './editors.css';

interface EditorPageProps {
  readonly title: string;
  readonly editor: ReturnType<typeof useEditorRecords>;
  readonly onAdd: () => void;
  /** The editor once its records are loaded; null: there is nothing to edit, and no preview of it. */
  readonly renderEditor: (records: readonly RecordData[], modules: readonly ModuleSummary[]) => ReactNode;
  /** After the editor. */
  readonly children?: ReactNode;
}

/** The page of an editor: its title with the number of records, the button that adds one, and the preview as a user. */
export function EditorPage({ title, editor: { shell, records, error, refetch }, onAdd, renderEditor, children }: EditorPageProps) {
  usePageTitle(title);
  const content = records !== undefined && shell !== undefined ? renderEditor(records, shell.modules) : null;
  return (
    <>
      <PageHeader
        title={title}
        note={records?.length.toLocaleString('en-US')}
        actions={
          <Button variant="primary" icon={Plus} onClick={onAdd}>
            {tNavigation('add')}
          </Button>
        }
      />
      <div className="ms-page" role="region" aria-label={title} tabIndex={0}>
        {error !== null && records === undefined && (
          <ErrorState title={tNavigation('failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
        )}
        {error === null && (records === undefined || shell === undefined) && <SkeletonRows rows={8} columns={2} />}
        {children}
        {content !== null && records !== undefined && (
          <div className="nv-workspace">
            {content}
            <NavigationPreview records={records} />
          </div>
        )}
      </div>
    </>
  );
}
