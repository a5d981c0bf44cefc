import type { PluginRouteContext, PluginRouteResponse } from '#engine';
import type { TemplatePreview } from '../../shared/message.ts';
import { findRefusal } from '../services/consent.ts';
import { findContentProblems } from '../services/template-problems.ts';
import { getEmail, readTarget } from '../services/template-values.ts';
import { writeFromTemplate, type TemplateContent } from '../services/write-from-template.ts';

/**
 * `POST /api/templates/preview` `{ module, record, template? }`: a stored template, or the unsaved one in the body, as the record would get it,
 * with the variables that have no value.
 */
export async function previewTemplate(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const {
    template: id,
    module,
    record,
    ...unsaved
  } = context.body as unknown as {
    readonly template?: string;
    readonly module: string;
    readonly record: string;
  } & TemplateContent;
  const stored = id === undefined ? {} : await context.records.get(context.actor, { module: 'templates', id });
  const { found, values } = await readTarget(context, { module, record });
  const written = writeFromTemplate(context, { ...stored, ...unsaved }, module, values);
  const to = getEmail(found);
  const preview: TemplatePreview = {
    subject: written.subject,
    text: written.text,
    html: written.html ?? null,
    missing: written.missing,
    to: to ?? null,
    refusal: to === undefined ? null : ((await findRefusal(context, 'email', to)) ?? null),
  };
  return { body: { ...preview, missing: [...preview.missing] } };
}

/** `POST /api/templates/check` `{ subject?, body?, body_html? }`: by what a save of this content would be refused. */
export function checkContent({ body, refuse, rights }: PluginRouteContext): PluginRouteResponse {
  if (!rights.module('templates').access) refuse('module_access_denied', { message: 'You have no access to templates.' });
  const problems = findContentProblems(body as TemplateContent);
  return { body: { problems: problems.map((problem) => ({ ...problem })) } };
}
