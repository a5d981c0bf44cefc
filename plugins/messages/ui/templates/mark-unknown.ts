import { Extension, type Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const UNKNOWN = new PluginKey<readonly string[]>('unknown-variables');
const TEMPLATE_TAG = /\{\{[^{}]*\}\}|\{%[^{}]*%\}/g;

/** Marks the tags of a text that name one of these variables. */
function createDecorations(document: Node, names: readonly string[]): DecorationSet {
  const marks: Decoration[] = [];
  document.descendants((block, position) => {
    if (!block.isTextblock) return;
    // An element without text, such as a line break, has one position.
    const text = block.textBetween(0, block.content.size, undefined, '\ufffc');
    for (const { 0: tag, index } of text.matchAll(TEMPLATE_TAG)) {
      if (!namesOf(tag).some((name) => names.includes(name))) continue;
      const from = position + 1 + index;
      marks.push(Decoration.inline(from, from + tag.length, { class: 'mg-unknown' }));
    }
  });
  return DecorationSet.create(document, marks);
}

function namesOf(tag: string): readonly string[] {
  return tag.match(/[\w.-]+/g) ?? [];
}

/** Marks variables that do not exist in the editor. */
export const UnknownVariables = Extension.create({
  name: 'unknownVariables',
  addProseMirrorPlugins: () => [
    new Plugin<readonly string[]>({
      key: UNKNOWN,
      state: {
        init: () => [],
        apply: (transaction, names) => (transaction.getMeta(UNKNOWN) as readonly string[] | undefined) ?? names,
      },
      props: {
        decorations: (state) => createDecorations(state.doc, UNKNOWN.getState(state) ?? []),
      },
    }),
  ],
});

/** Sets the names that are marked. */
export function markUnknown(editor: Editor, names: readonly string[]): void {
  editor.view.dispatch(editor.state.tr.setMeta(UNKNOWN, names).setMeta('addToHistory', false));
}
