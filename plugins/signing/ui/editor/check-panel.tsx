import { Check, CircleAlert, TriangleAlert } from 'lucide-react';
import { Button, Icon } from '#ui';
import { checkDocument, type DocumentCheck } from './check-document.ts';
import { tEditor } from './texts.ts';
import type { Editor } from './use-editor.ts';

const ICONS = { ok: Check, warning: TriangleAlert, error: CircleAlert } as const;

/** What is missing in the document of an editor. */
export function readChecks({ state, roles, pageCount }: Editor): readonly DocumentCheck[] {
  return checkDocument(state.pages, roles, pageCount ?? state.pages.length);
}

/** What is missing before the document is published. */
export function CheckPanel({ editor }: { readonly editor: Editor }) {
  const show = (id: string): void => {
    editor.dispatch({ kind: 'select', ids: [id] });
    const input = document.querySelector<HTMLElement>(`[data-input="${CSS.escape(id)}"]`);
    input?.scrollIntoView({ block: 'center' });
    input?.focus({ preventScroll: true });
  };
  return (
    <section className="sg-panel">
      <h2 className="sg-heading">{tEditor('check')}</h2>
      <ul className="sg-checks">
        {readChecks(editor).map(({ id, kind, text, name, inputId }) => (
          <li key={id} data-kind={kind}>
            <Icon of={ICONS[kind]} size={14} />
            <span>{tEditor(`checks.${text}`, { name })}</span>
            {inputId !== undefined && (
              <Button size="xs" variant="quiet" onClick={() => show(inputId)}>
                {tEditor('showIt')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
