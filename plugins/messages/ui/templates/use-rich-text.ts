import { Editor } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useReducer, useRef, useState, type RefObject } from 'react';
import { fromEditorHtml, toEditorHtml } from './editor-html.ts';
import { markUnknown, UnknownVariables } from './mark-unknown.ts';

/** What a rich text editor edits. */
export interface RichTextInput {
  /** Id of the editor. */
  readonly id: string;
  /** Id of its label. */
  readonly labelledBy: string;
  /** Id of the problem that is shown below it; undefined: none. */
  readonly describedBy: string | undefined;
  /** HTML. */
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly readOnly: boolean;
  /** Variables that are marked, because they do not exist. */
  readonly unknown: readonly string[];
}

const EXTENSIONS = [
  StarterKit.configure({
    trailingNode: false,
    link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null, class: null } },
  }),
  UnknownVariables,
];

function createEditor(element: HTMLElement, html: string): Editor {
  // Its style sheet is in messages.css: the content security policy allows no style elements.
  return new Editor({ element, extensions: EXTENSIONS, injectCSS: false, content: toEditorHtml(html) });
}

function readHtml(editor: Editor): string {
  return editor.isEmpty ? '' : fromEditorHtml(editor.getHTML());
}

/** An editor of HTML inside an element. The component is rendered again with each change, so that its toolbar shows what is selected. */
export function useRichText(place: RefObject<HTMLDivElement | null>, input: RichTextInput): Editor | undefined {
  const [editor, setEditor] = useState<Editor>();
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const current = useRef(input.value);
  const report = useRef(input.onChange);
  report.current = input.onChange;

  useEffect(() => {
    if (place.current === null) return undefined;
    const created = createEditor(place.current, current.current);
    created.on('update', () => {
      current.current = readHtml(created);
      report.current(current.current);
    });
    created.on('transaction', refresh);
    setEditor(created);
    return () => created.destroy();
  }, [place]);

  useValue(editor, input, current);
  return editor;
}

/** Brings what the form has into the editor. */
function useValue(editor: Editor | undefined, input: RichTextInput, current: RefObject<string>): void {
  const { id, labelledBy, describedBy, value, readOnly, unknown } = input;
  useEffect(() => {
    if (editor === undefined || value === current.current) return;
    current.current = value;
    editor.commands.setContent(toEditorHtml(value), { emitUpdate: false });
  }, [editor, value, current]);
  useEffect(() => {
    const attributes: Record<string, string> = {
      ...{ id, role: 'textbox', class: 'mg-rich-text' },
      ...{ 'aria-multiline': 'true', 'aria-labelledby': labelledBy },
    };
    if (describedBy !== undefined) Object.assign(attributes, { 'aria-describedby': describedBy, 'aria-invalid': 'true' });
    editor?.setOptions({ editable: !readOnly, editorProps: { attributes } });
  }, [editor, id, labelledBy, describedBy, readOnly]);
  const names = unknown.join(' ');
  useEffect(() => {
    if (editor !== undefined) markUnknown(editor, names === '' ? [] : names.split(' '));
  }, [editor, names]);
}
