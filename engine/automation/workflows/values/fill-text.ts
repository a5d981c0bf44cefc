import { TEXT_VARIABLE } from '#engine/model/workflows';
import { zoneClock } from '#engine/model/time';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import { SYSTEM_ACTOR, timeZoneOf } from '../../../access/index.ts';
import type { StepContext } from '../runs/step-context.ts';

/** Characters of a text with its variables filled in. */
const MAX_TEXT = 100_000;

/** A text with its variables filled in. Errors: `workflow_field_missing`, `workflow_text_too_long`, those of reading records. */
export async function fillText(context: StepContext, text: string): Promise<string> {
  const filled = new Map<string, string>();
  for (const [, name = ''] of text.matchAll(TEXT_VARIABLE)) if (!filled.has(name)) filled.set(name, await readVariable(context, name));
  const made = text.replace(TEXT_VARIABLE, (_, name: string) => filled.get(name) ?? '');
  if (made.length > MAX_TEXT) throw new MusterError('workflow_text_too_long', { values: { limit: MAX_TEXT } });
  return made;
}

/** The text of a variable: of the day, the user, the company, the record's address, what a webhook sent, or a field. */
function readVariable(context: StepContext, name: string): Promise<string> | string {
  const { services, scope, subject, run } = context;
  const now = services.clock.now();
  if (name === 'today') return zoneClock(timeZoneOf(scope.snapshot)).dayOf(now);
  if (name === 'now') return new Date(now).toISOString();
  if (name === 'user' || name.startsWith('user.')) return readUser(context, name.slice('user.'.length) || 'name');
  if (name === 'company' || name.startsWith('company.')) return toText(scope.snapshot.settings.get('company_name')?.setting as JsonValue);
  if (name === 'record.url' || name === 'record.link') return `${services.publicUrl}/app/${subject.module.name}/${subject.id ?? ''}`;
  if (name.startsWith('webhook.')) return toText(ownValue(run.input, name.slice('webhook.'.length)));
  return context.values.text(name.replace(/^record\./u, ''));
}

/** Names and addresses of users may be read by everybody who gets a message. */
async function readUser({ services, actor }: StepContext, field: string): Promise<string> {
  if (actor.userId === undefined || !['name', 'first_name', 'last_name', 'email'].includes(field)) return '';
  return toText((await services.records.get(SYSTEM_ACTOR, { module: 'users', id: actor.userId }))[field]);
}

function ownValue(input: JsonObject | undefined, name: string): JsonValue | undefined {
  return input !== undefined && Object.hasOwn(input, name) ? input[name] : undefined;
}

function toText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
