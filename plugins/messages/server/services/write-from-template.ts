import type { PluginRouteContext } from '#engine';
import { toText, type JsonValue } from '#engine/model';
import { cleanHtml, htmlToText } from './clean-html.ts';
import { renderTemplate, type TemplateValues } from './template-engine.ts';

/** The fields of a template that make a message: `subject`, `body`, `body_html`, `content_type`, `send_text_only`, `restrict_to_module`. */
export type TemplateContent = { readonly [field: string]: JsonValue | undefined };

/** A message made from a template. */
export interface WrittenMessage {
  readonly subject: string;
  readonly text: string;
  /** Sanitized; absent: it is sent as text only. */
  readonly html: string | undefined;
  /** Variables without a value. */
  readonly missing: readonly string[];
}

type Refuse = Pick<PluginRouteContext, 'refuse'>;

/** Fills a template. Errors: `template_for_other_module`; `template_invalid`, `template_too_large` and `template_too_slow` with the field. */
export function writeFromTemplate(context: Refuse, template: TemplateContent, module: string, values: TemplateValues): WrittenMessage {
  const only = toText(template['restrict_to_module']);
  if (only !== '' && only !== module) context.refuse('template_for_other_module', { data: { module: only } });
  const missing = new Set<string>();
  const fill = (field: 'subject' | 'body' | 'body_html', isHtml = false): string => {
    const result = renderTemplate(toText(template[field]), values, isHtml);
    if (result.problem !== undefined) {
      const { code, reason } = result.problem;
      return context.refuse(code, { message: `The template cannot be used. ${reason}`, data: { field } });
    }
    for (const name of result.missing) missing.add(name);
    return result.text;
  };
  const html = isFormatted(template) ? cleanHtml(fill('body_html', true)) : undefined;
  const subject = fill('subject').replace(/\s+/g, ' ').trim();
  const text = chooseText(template, fill, html);
  return { subject, text, html: template['send_text_only'] === true ? undefined : html, missing: [...missing] };
}

function isFormatted({ content_type: type, body_html: html }: TemplateContent): boolean {
  return type !== 'Plain text' && toText(html).trim() !== '';
}

/** The text of a template that has only HTML is that of the HTML. */
function chooseText(template: TemplateContent, fill: (field: 'body') => string, html: string | undefined): string {
  return toText(template['body']).trim() === '' && html !== undefined ? htmlToText(html) : fill('body');
}

/** Errors: `template_values_missing` with the variables that have no value: nothing is sent with gaps. */
export function assertComplete({ refuse }: Refuse, { missing }: Pick<WrittenMessage, 'missing'>): void {
  if (missing.length === 0) return;
  refuse('template_values_missing', { message: `There is no value for ${missing.join(', ')}. Nothing was sent.`, data: { missing } });
}
