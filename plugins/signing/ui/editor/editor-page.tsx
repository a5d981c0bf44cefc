import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { ButtonLink, EmptyState, ErrorState, SkeletonRows, useBreakpoint, useLeaveGuard, useModuleView, useUrlParams } from '#ui';
import { useWidth } from '../pages/use-width.ts';
import { CheckPanel } from './check-panel.tsx';
import { EditorBar, type ReadOnlyReason } from './editor-bar.tsx';
import { FileButton } from './file-button.tsx';
import { InputPanel } from './input-panel.tsx';
import { PageSheet } from './page-sheet.tsx';
import { Palette } from './palette.tsx';
import { PLACED_HELP } from './placed-input.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { RecipientBar } from './recipient-bar.tsx';
import { tEditor } from './texts.ts';
import { Thumbnails } from './thumbnails.tsx';
import { textOf, useEditor, type Editor } from './use-editor.ts';
import { ZoomBar, ZOOMS } from './zoom-bar.tsx';
import './editor.css';

const LIST = '/app/interactiveDocuments';
const MARGIN = 48;
const WIDEST = 780;

/** Why the document cannot be changed; undefined: it can be. */
function useReadOnly({ document: { record } }: Editor): ReadOnlyReason | undefined {
  const { data: module } = useModuleView('interactiveDocuments');
  const isPhone = useBreakpoint() === 'phone';
  if (isPhone) return 'phone';
  const field = module?.fields.find(({ fieldName }) => fieldName === 'doc_data');
  if (module !== undefined && (module.rights.edit === 'None' || field === undefined || field.rights.write === 'none')) return 'noRight';
  return record !== undefined && textOf(record, 'status') !== 'Draft' ? 'readOnly' : undefined;
}

function handleKeys({ dispatch }: Editor, event: KeyboardEvent): void {
  const isTyping = (event.target as HTMLElement).closest('input, textarea') !== null;
  if (isTyping || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  event.preventDefault();
  event.stopPropagation();
  dispatch({ kind: key === 'y' || event.shiftKey ? 'redo' : 'undo' });
}

function Canvas({ editor, isReadOnly }: { readonly editor: Editor; readonly isReadOnly: boolean }) {
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const [zoom, setZoom] = useState(ZOOMS.indexOf(1));
  const { pages } = editor.state;
  const widest = Math.max(1, ...pages.map((page) => page.width));
  const scale = (Math.min(WIDEST, Math.max(120, width - MARGIN)) / widest) * (ZOOMS[zoom] ?? 1);
  return (
    <div className="sg-canvas">
      <div ref={scroller} className="sg-scroller" data-page-scroller tabIndex={0} role="region" aria-label={tEditor('pages')}>
        {editor.pdf.kind === 'failed' && <p role="alert">{tEditor('fileFailed')}</p>}
        {pages.map((page, index) => (
          <PageSheet key={index} editor={editor} index={index} page={page} scale={scale} isReadOnly={isReadOnly} />
        ))}
      </div>
      <ZoomBar editor={editor} zoom={zoom} onZoom={setZoom} />
      <p id={PLACED_HELP} className="ms-visually-hidden">
        {tEditor('placedHelp')}
      </p>
    </div>
  );
}

function Workspace({ editor, isReadOnly }: { readonly editor: Editor; readonly isReadOnly: boolean }) {
  const isPhone = useBreakpoint() === 'phone';
  return (
    <>
      <RecipientBar editor={editor} isReadOnly={isReadOnly} />
      <div className="sg-editor" data-read-only={isReadOnly}>
        {!isPhone && (
          <aside className="sg-side">
            {!isReadOnly && <Palette editor={editor} module={textOf(editor.document.record, 'related_module')} />}
            <Thumbnails editor={editor} />
          </aside>
        )}
        <Canvas editor={editor} isReadOnly={isReadOnly} />
        {!isPhone && (
          <aside className="sg-side" data-side="right">
            {!isReadOnly && <InputPanel editor={editor} />}
            <CheckPanel editor={editor} />
          </aside>
        )}
      </div>
    </>
  );
}

function OpenEditor({ id }: { readonly id: string }) {
  const editor = useEditor(id);
  const { document, pageCount, state } = editor;
  const [preview, setPreview] = useState('');
  const reason = useReadOnly(editor);
  const { kind } = document.state;
  const { dialog } = useLeaveGuard(kind === 'failed' || kind === 'conflict', tEditor('leave'));
  const main = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (preview === '') main.current?.focus({ preventScroll: true });
  }, [preview]);
  if (document.error !== '') return <ErrorState title={tEditor('loadFailed')} text={document.error} onRetry={document.reload} />;
  if (document.record === undefined) return <SkeletonRows rows={8} />;
  const isReadOnly = reason !== undefined;
  const hasFile = textOf(document.record, 'file') !== '';
  return (
    <div ref={main} className="sg-editor-page" tabIndex={-1} onKeyDown={(event) => isReadOnly || handleKeys(editor, event)}>
      <EditorBar editor={editor} reason={reason} preview={preview} onPreview={setPreview} />
      {reason !== undefined && (
        <p className="sg-bar-note" role="status">
          {tEditor(reason)}
        </p>
      )}
      {preview !== '' && <PreviewPane editor={editor} role={preview} onEnd={() => setPreview('')} />}
      {preview === '' && !hasFile && state.pages.length === 0 && (
        <EmptyState
          title={tEditor('noFile')}
          help={tEditor('noFileHelp')}
          actions={!isReadOnly ? <FileButton document={document} label={tEditor('addFile')} /> : undefined}
        />
      )}
      {preview === '' && hasFile && pageCount === undefined && <SkeletonRows rows={8} />}
      {preview === '' && state.pages.length > 0 && <Workspace editor={editor} isReadOnly={isReadOnly} />}
      {dialog}
    </div>
  );
}

/** `/app/document-editor`: the inputs on the pages of a document. */
export function EditorPage() {
  const [params] = useUrlParams();
  const id = params.get('document') ?? '';
  if (id === '')
    return (
      <EmptyState
        title={tEditor('noDocument')}
        help={tEditor('noDocumentHelp')}
        actions={<ButtonLink href={LIST}>{tEditor('openDocuments')}</ButtonLink>}
      />
    );
  return <OpenEditor key={id} id={id} />;
}
