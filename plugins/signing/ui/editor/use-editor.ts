import { useEffect, useReducer, useRef, useState, type Dispatch } from 'react';
import { callApi, type RecordData } from '#ui';
import type { DocumentPage } from '../../shared/document.ts';
import type { PDFDocumentProxy } from '../pages/open-pdf.ts';
import { isParticipant, RECIPIENT_ROLES } from '../pages/recipient-roles.ts';
import { usePdf, type PdfState } from '../pages/use-pdf.ts';
import { changeEditor, EMPTY_EDITOR, type EditorAction, type EditorState } from './editor-state.ts';
import { completePages, listInputs } from './new-input.ts';
import { useDocument, type DocumentStore } from './use-document.ts';

type Size = Pick<DocumentPage, 'width' | 'height'>;

/** The value of a field that is a text; otherwise ''. */
export function textOf(record: RecordData | undefined, field: string): string {
  const value = record?.[field];
  return typeof value === 'string' ? value : '';
}

/** The temporary address of a file; '': there is none. */
function useFileUrl(path: string): string {
  const [url, setUrl] = useState('');
  useEffect(() => {
    setUrl('');
    if (path === '') return undefined;
    let isCurrent = true;
    callApi<{ readonly url: string }>('POST', '/api/files/link', { body: { path } }).then(
      (link) => isCurrent && setUrl(link.url),
      // An address without a file: the reader says that the pages cannot be shown.
      () => isCurrent && setUrl(path),
    );
    return () => {
      isCurrent = false;
    };
  }, [path]);
  return url;
}

async function readSizes(pdf: PDFDocumentProxy): Promise<readonly Size[]> {
  const sizes: Size[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 });
    sizes.push({ width, height });
  }
  return sizes;
}

/** The sizes of the pages of a PDF; none if it cannot be read; undefined while it is being read. */
function useSizes(state: PdfState, hasFile: boolean): readonly Size[] | undefined {
  const [sizes, setSizes] = useState<readonly Size[]>();
  useEffect(() => {
    setSizes(undefined);
    if (!hasFile || state.kind === 'failed') return setSizes([]);
    if (state.kind === 'loading') return undefined;
    let isCurrent = true;
    readSizes(state.pdf).then(
      (read) => isCurrent && setSizes(read),
      () => isCurrent && setSizes([]),
    );
    return () => {
      isCurrent = false;
    };
  }, [state, hasFile]);
  return sizes;
}

/** What the parts of the editor work on. */
export interface Editor {
  readonly document: DocumentStore;
  readonly state: EditorState;
  readonly dispatch: Dispatch<EditorAction>;
  readonly pdf: PdfState;
  /** Pages of the PDF; undefined while it is being read. */
  readonly pageCount: number | undefined;
  /** Roles of the document, in their order. */
  readonly roles: readonly string[];
  /** The role that new inputs are for. */
  readonly role: string;
  readonly setRole: (role: string) => void;
  /** The page that is shown, 0 is the first one. */
  readonly page: number;
  readonly setPage: (page: number) => void;
  readonly isSnapping: boolean;
  readonly setSnapping: (isSnapping: boolean) => void;
}

/** Loads the pages of the document, and saves them whenever they change. */
function usePages(document: DocumentStore, sizes: readonly Size[] | undefined): readonly [EditorState, Dispatch<EditorAction>] {
  const [state, dispatch] = useReducer(changeEditor, EMPTY_EDITOR);
  const saved = useRef<readonly DocumentPage[]>(undefined);
  const { loads, record, savePages } = document;
  const latest = useRef(record);
  latest.current = record;
  useEffect(() => {
    if (sizes === undefined || loads === 0) return;
    saved.current = completePages(latest.current?.['doc_data'], sizes);
    dispatch({ kind: 'load', pages: saved.current });
  }, [loads, sizes]);
  useEffect(() => {
    if (saved.current === undefined || saved.current === state.pages) return;
    saved.current = state.pages;
    savePages(state.pages);
  }, [state.pages, savePages]);
  return [state, dispatch];
}

/** The editor of a document. */
export function useEditor(id: string): Editor {
  const document = useDocument(id);
  const { record } = document;
  const path = textOf(record, 'file');
  const pdf = usePdf(useFileUrl(path));
  const sizes = useSizes(pdf, path !== '');
  const [state, dispatch] = usePages(document, record === undefined ? undefined : sizes);
  const [chosen, setRole] = useState('');
  const [page, setPage] = useState(0);
  const [isSnapping, setSnapping] = useState(true);
  const stored = (record?.['recipient_roles'] ?? []) as readonly string[];
  const used = new Set([...stored, ...listInputs(state.pages).map((input) => input.assigned_to)]);
  const roles = RECIPIENT_ROLES.filter((role) => used.has(role));
  const role = roles.includes(chosen) ? chosen : (roles.find(isParticipant) ?? roles[0] ?? 'Participant 1');
  return { document, state, dispatch, pdf, pageCount: sizes?.length, roles, role, setRole, page, setPage, isSnapping, setSnapping };
}
