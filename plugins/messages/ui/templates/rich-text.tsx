import { TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { Bold, Heading, Italic, Link, List, ListOrdered, Redo2, Underline, Undo2, type LucideIcon } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { toText } from '#engine/model';
import { Button, IconButton } from '#ui';
import { tMessages } from '../texts.ts';
import { useRichText, type RichTextInput } from './use-rich-text.ts';

interface Command {
  readonly icon: LucideIcon;
  readonly label: Parameters<typeof tMessages>[0];
  readonly run: (editor: Editor) => boolean;
  /** Undefined: it is no state. */
  readonly isActive?: (editor: Editor) => boolean;
  readonly isPossible?: (editor: Editor) => boolean;
}

const COMMANDS: readonly Command[] = [
  { icon: Bold, label: 'bold', run: (editor) => editor.commands.toggleBold(), isActive: (editor) => editor.isActive('bold') },
  { icon: Italic, label: 'italic', run: (editor) => editor.commands.toggleItalic(), isActive: (editor) => editor.isActive('italic') },
  {
    icon: Underline,
    label: 'underline',
    run: (editor) => editor.commands.toggleUnderline(),
    isActive: (editor) => editor.isActive('underline'),
  },
  {
    icon: Heading,
    label: 'heading',
    run: (editor) => editor.commands.toggleHeading({ level: 2 }),
    isActive: (editor) => editor.isActive('heading'),
  },
  { icon: List, label: 'list', run: (editor) => editor.commands.toggleBulletList(), isActive: (editor) => editor.isActive('bulletList') },
  {
    icon: ListOrdered,
    label: 'numberedList',
    run: (editor) => editor.commands.toggleOrderedList(),
    isActive: (editor) => editor.isActive('orderedList'),
  },
];

const HISTORY: readonly Command[] = [
  { icon: Undo2, label: 'undo', run: (editor) => editor.commands.undo(), isPossible: (editor) => editor.can().undo() },
  { icon: Redo2, label: 'redo', run: (editor) => editor.commands.redo(), isPossible: (editor) => editor.can().redo() },
];

/** The selection of the text stays while a button is used, and the text has the focus again. */
function CommandButton({ editor, command }: { readonly editor: Editor; readonly command: Command }) {
  const { icon, label, run, isActive, isPossible } = command;
  return (
    <IconButton
      icon={icon}
      size="sm"
      label={tMessages(label)}
      aria-pressed={isActive?.(editor)}
      disabled={isPossible?.(editor) === false}
      onClick={() => {
        run(editor);
        editor.view.focus();
      }}
    />
  );
}

/** An address as it is typed: without a scheme it is a page, or an e-mail address. */
function completeAddress(typed: string): string {
  const text = typed.trim();
  if (text === '' || /^(?:[a-z][a-z\d+.-]*:|\{\{)/i.test(text)) return text;
  return text.includes('@') ? `mailto:${text}` : `https://${text}`;
}

/** The address of the link that is selected, which '' removes. */
function LinkForm({ editor, close }: { readonly editor: Editor; readonly close: () => void }) {
  const [address, setAddress] = useState(() => toText(editor.getAttributes('link')['href']));
  const [isRefused, setRefused] = useState(false);
  const apply = () => {
    const href = completeAddress(address);
    const chain = editor.chain().extendMarkRange('link');
    const isSet = href === '' ? chain.unsetLink().run() : setLink(editor, href);
    setRefused(!isSet);
    if (!isSet) return;
    close();
    editor.view.focus();
  };
  return (
    <div className="mg-link-form">
      <TextInput
        aria-label={tMessages('linkAddress')}
        placeholder="https://"
        value={address}
        error={isRefused ? tMessages('linkRefused') : undefined}
        data-autofocus
        autoFocus
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Neither the form around it is saved, nor a dialog closed.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter') apply();
          else close();
        }}
      />
      <Button onClick={apply}>{tMessages('setLink')}</Button>
    </div>
  );
}

/** Without selected text the address itself becomes the text of the link. */
function setLink(editor: Editor, href: string): boolean {
  const chain = editor.chain().extendMarkRange('link');
  if (!editor.state.selection.empty || editor.isActive('link')) return chain.setLink({ href }).run();
  const { from } = editor.state.selection;
  const text = href.replace(/^(?:https?:\/\/|mailto:)/, '');
  return chain
    .insertContent({ type: 'text', text })
    .setTextSelection({ from, to: from + text.length })
    .setLink({ href })
    .setTextSelection(from + text.length)
    .run();
}

interface RichTextProps extends RichTextInput {
  /** What is beside the text; `insert` writes text at the cursor. */
  readonly children: (insert: (text: string) => void) => ReactNode;
}

/** An editor of formatted text: HTML that is never shown as such. */
export function RichText({ children, ...input }: RichTextProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRichText(place, input);
  const [isLinking, setLinking] = useState(false);
  const insert = (text: string) => {
    if (editor === undefined) return;
    // It has the format of the text around it.
    editor.view.dispatch(editor.state.tr.insertText(text));
    editor.view.focus();
  };
  return (
    <>
      <div className="mg-rich">
        {editor !== undefined && !input.readOnly && (
          <div role="toolbar" className="mg-toolbar" aria-label={tMessages('formatting')} aria-controls={input.id}>
            {COMMANDS.map((command) => (
              <CommandButton key={command.label} editor={editor} command={command} />
            ))}
            <IconButton
              icon={Link}
              size="sm"
              label={tMessages('link')}
              aria-pressed={editor.isActive('link')}
              aria-expanded={isLinking}
              onClick={() => setLinking(!isLinking)}
            />
            {HISTORY.map((command) => (
              <CommandButton key={command.label} editor={editor} command={command} />
            ))}
          </div>
        )}
        {editor !== undefined && isLinking && <LinkForm editor={editor} close={() => setLinking(false)} />}
        <div ref={place} />
      </div>
      {children(insert)}
    </>
  );
}
