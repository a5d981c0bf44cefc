/** A tag of a template: `{{ … }}` or `{% … %}`. */
const TEMPLATE_TAG = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;

/** What the editor can change without a loss, with the attributes of each. */
const EDITED: { readonly [element: string]: readonly string[] } = {
  ...Object.fromEntries(['b', 'blockquote', 'br', 'code', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, []])),
  ...Object.fromEntries(['hr', 'i', 'li', 'ol', 'p', 'pre', 's', 'span', 'strong', 'u', 'ul'].map((name) => [name, []])),
  a: ['href', 'rel', 'target'],
};

/** Whether the editor can show HTML without losing parts of it, such as tables, pictures and styles. */
export function isEditable(html: string): boolean {
  const { body } = new DOMParser().parseFromString(toEditorHtml(html), 'text/html');
  return [...body.querySelectorAll('*')].every((element) => {
    const allowed = EDITED[element.localName];
    return allowed !== undefined && element.getAttributeNames().every((name) => allowed.includes(name));
  });
}

/** The HTML of a template for the editor: comparisons in its tags are no elements. */
export function toEditorHtml(html: string): string {
  return html.replace(TEMPLATE_TAG, (tag) => tag.replace(/</g, '&lt;').replace(/>/g, '&gt;'));
}

/** The HTML of a template as the editor has it: its tags have no entities. */
export function fromEditorHtml(html: string): string {
  return html.replace(TEMPLATE_TAG, (tag) =>
    tag
      .replace(/&nbsp;|\u00a0/g, ' ')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&'),
  );
}

/** The lines of text of HTML, to compare two versions. */
export function readLines(html: string): readonly string[] {
  const { body } = new DOMParser().parseFromString(toEditorHtml(html), 'text/html');
  for (const block of body.querySelectorAll('br, p, div, li, tr, h1, h2, h3, h4, h5, h6')) block.after('\n');
  return body.textContent.split('\n').filter((line) => line.trim() !== '');
}
