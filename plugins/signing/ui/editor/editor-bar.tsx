import { Archive, Ellipsis, Eye, Magnet, Redo2, ScanSearch, Send, Undo2, Upload } from 'lucide-react';
import { useState } from 'react';
import { Button, callApi, ConfirmDialog, IconButton, Menu, PageHeader, showNotice, TextLink, useAction, useBreakpoint } from '#ui';
import { readChecks } from './check-panel.tsx';
import { useFileChoice } from './file-button.tsx';
import { readFormFields } from './read-form-fields.ts';
import { tEditor } from './texts.ts';
import { DOCUMENTS, type DocumentStore } from './use-document.ts';
import { textOf, type Editor } from './use-editor.ts';

/** Why a document cannot be changed: the key of its text. */
export type ReadOnlyReason = 'phone' | 'noRight' | 'readOnly';

interface EditorBarProps {
  readonly editor: Editor;
  /** Undefined: it can be changed. */
  readonly reason: ReadOnlyReason | undefined;
  /** The role that is previewed; '': none. */
  readonly preview: string;
  readonly onPreview: (role: string) => void;
}

/** Whether the draft is saved, and what to do if it is not. */
function SaveNote({ document }: { readonly document: DocumentStore }) {
  const { state, reload, overwrite, flush } = document;
  if (state.kind === 'conflict')
    return (
      <span className="sg-save" role="alert">
        {tEditor('conflict')}
        <Button size="xs" onClick={reload}>
          {tEditor('loadTheirs')}
        </Button>
        <Button size="xs" onClick={overwrite}>
          {tEditor('keepMine')}
        </Button>
      </span>
    );
  if (state.kind === 'failed')
    return (
      <span className="sg-save ms-overdue" role="alert">
        {tEditor('saveFailed', { reason: state.reason })}
        <Button size="xs" onClick={() => void flush().catch(() => undefined)}>
          {tEditor('retry')}
        </Button>
      </span>
    );
  const texts = { saved: 'saved', changed: 'unsaved', saving: 'saving' } as const;
  return <span role="status">{tEditor(texts[state.kind])}</span>;
}

/** Publishes or archives what is saved, and reads the document again. */
function useStatus({ document }: Editor) {
  const { isBusy, run } = useAction();
  const change = (call: 'publish' | 'archive', text: string) =>
    run(async () => {
      await document.flush();
      await callApi('POST', `${DOCUMENTS}/${document.record?._id ?? ''}/${call}`);
      document.reload();
      showNotice({ kind: 'ok', text });
    });
  return { isBusy, run, change };
}

function MoreMenu({ editor, reason }: Pick<EditorBarProps, 'editor' | 'reason'>) {
  const [isArchiving, setArchiving] = useState(false);
  const { run, change } = useStatus(editor);
  const replace = useFileChoice(editor.document, tEditor('replaceFile'));
  const { pdf, role, state, dispatch } = editor;
  const detect = () =>
    run(async () => {
      const inputs = pdf.kind === 'open' ? await readFormFields(pdf.pdf, role, state.pages) : [];
      dispatch({ kind: 'addAll', inputs });
      const count = inputs.length;
      showNotice({ kind: 'ok', text: count === 0 ? tEditor('noneDetected') : tEditor('detected', { count, role }) });
    });
  const canArchive = reason !== 'noRight' && textOf(editor.document.record, 'status') !== 'Archived';
  const changing = [
    { id: 'detect', label: tEditor('detect'), icon: ScanSearch, disabled: pdf.kind !== 'open', onSelect: detect },
    { id: 'replace', label: tEditor('replaceFile'), icon: Upload, onSelect: replace.open },
  ];
  const items = [
    ...(reason === undefined ? changing : []),
    ...(canArchive ? [{ id: 'archive', label: tEditor('archive'), icon: Archive, danger: true, onSelect: () => setArchiving(true) }] : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Menu
        label={tEditor('more')}
        target={<IconButton icon={Ellipsis} label={tEditor('more')} />}
        width={260}
        groups={[{ id: 'more', items }]}
      />
      {replace.input}
      <ConfirmDialog
        opened={isArchiving}
        danger
        title={tEditor('archiveTitle')}
        text={tEditor('archiveText')}
        confirmLabel={tEditor('archive')}
        onCancel={() => setArchiving(false)}
        onConfirm={() => {
          setArchiving(false);
          change('archive', tEditor('archived'));
        }}
      />
    </>
  );
}

function ChangeTools({ editor }: Pick<EditorBarProps, 'editor'>) {
  const { state, dispatch, isSnapping, setSnapping } = editor;
  return (
    <>
      <IconButton icon={Undo2} label={tEditor('undo')} disabled={state.past.length === 0} onClick={() => dispatch({ kind: 'undo' })} />
      <IconButton icon={Redo2} label={tEditor('redo')} disabled={state.future.length === 0} onClick={() => dispatch({ kind: 'redo' })} />
      <Button variant="quiet" icon={Magnet} aria-pressed={isSnapping} onClick={() => setSnapping(!isSnapping)}>
        {tEditor('snap')}
      </Button>
    </>
  );
}

function StatusButtons({ editor, reason }: Pick<EditorBarProps, 'editor' | 'reason'>) {
  const { isBusy, run, change } = useStatus(editor);
  const { document } = editor;
  if (reason === undefined) {
    const failing = readChecks(editor).find(({ kind }) => kind === 'error');
    const explain = (): void => {
      if (failing !== undefined) showNotice({ kind: 'warning', text: tEditor(`checks.${failing.text}`, { name: failing.name }) });
    };
    return (
      <Button
        variant="primary"
        icon={Send}
        loading={isBusy}
        blocked={failing === undefined ? undefined : { onExplain: explain }}
        onClick={() => change('publish', tEditor('published'))}
      >
        {tEditor('publish')}
      </Button>
    );
  }
  if (reason !== 'readOnly') return null;
  const toDraft = () => run(() => document.save({ status: 'Draft' }));
  return (
    <Button loading={isBusy} onClick={toDraft}>
      {tEditor('backToDraft')}
    </Button>
  );
}

/** The title of the document, whether it is saved, and what can be done with it. */
export function EditorBar({ editor, reason, preview, onPreview }: EditorBarProps) {
  const { record } = editor.document;
  const isPhone = useBreakpoint() === 'phone';
  const id = record?._id ?? '';
  const hasPages = editor.state.pages.length > 0;
  const actions = (
    <>
      {reason === undefined && hasPages && preview === '' && <ChangeTools editor={editor} />}
      {hasPages && preview === '' && (
        <Menu
          label={tEditor('preview')}
          target={
            <Button icon={Eye} disabled={editor.roles.length === 0}>
              {tEditor('preview')}
            </Button>
          }
          groups={[
            {
              id: 'roles',
              items: editor.roles.map((role) => ({ id: role, label: tEditor('previewAs', { role }), onSelect: () => onPreview(role) })),
            },
          ]}
        />
      )}
      {!isPhone && preview === '' && hasPages && <StatusButtons editor={editor} reason={reason} />}
      {!isPhone && preview === '' && <MoreMenu editor={editor} reason={reason} />}
    </>
  );
  return (
    <PageHeader
      title={
        <TextLink look="name" href={`/app/interactiveDocuments/${id}`}>
          {textOf(record, 'name')}
        </TextLink>
      }
      note={
        <>
          <span className="ms-tag">{textOf(record, 'status')}</span> <SaveNote document={editor.document} />
        </>
      }
      actions={actions}
    />
  );
}
