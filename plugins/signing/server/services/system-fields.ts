import { MusterError, type PluginContext, type PreSaveContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject, type JsonValue } from '#engine/model';
import { listInputs } from '../../shared/conditions.ts';
import type { DocumentData, DocumentInput } from '../../shared/document.ts';
import { formatDate } from '../../shared/format-value.ts';
import { readRecipients } from '../../shared/instance.ts';
import type { InputValues } from '../../shared/conditions.ts';

type Context = Pick<PreSaveContext<'interactiveDocumentInstances'>, 'draft' | 'records' | 'actor'> & Pick<PluginContext, 'reports'>;

/** Types whose stored value is not what people read. */
const NAMED: readonly string[] = ['Dropdown', 'MultiSelect', 'Relate', 'MultiRelate', 'FlexRelate', 'Module', 'MultiModule'];

/** Not there for this actor: the inputs stay empty. */
const OUT_OF_REACH: readonly string[] = ['record_not_found', 'module_not_found', 'module_access_denied'];

/** Values for the inputs with a `systemFieldName`, from the record of the document, as far as the actor may see them. */
export async function readSystemFields(context: Context, module: string, data: DocumentData): Promise<InputValues> {
  const inputs = listInputs(data).filter(({ field }) => (field.systemFieldName ?? '') !== '');
  const source = inputs.length === 0 ? undefined : findSource(context, module);
  if (source === undefined) return {};
  try {
    const fields = await context.reports.source(context.actor, source.module);
    const record = await context.records.get(context.actor, source);
    const names = [...new Set(inputs.map(({ field }) => field.systemFieldName ?? ''))];
    const typeOf = (name: string): string => fields.field(name)?.inputType ?? '';
    const named = names.filter((name) => NAMED.includes(typeOf(name)));
    const texts = await readTexts(context, source, named);
    return Object.fromEntries(
      inputs.map((input) => {
        const name = input.field.systemFieldName ?? '';
        return [input.id, toValue(input, texts[name] ?? readPath(record, name), typeOf(name))];
      }),
    );
  } catch (error) {
    if (error instanceof MusterError && OUT_OF_REACH.includes(error.code)) return {};
    throw error;
  }
}

/** The record that is named, else the one that a recipient was chosen from, else the credentialing record. */
function findSource({ draft }: Context, module: string): { readonly module: string; readonly id: string } | undefined {
  const named = draft.related_record as { readonly module?: string; readonly id?: string } | null | undefined;
  if (named?.module !== undefined && named.id !== undefined && (module === '' || named.module === module))
    return { module: named.module, id: named.id };
  const chosen = readRecipients(draft.recipients).find(({ fromType }) => module !== '' && fromType === module);
  if (chosen !== undefined) return { module, id: chosen.recipientId };
  const credentialing = toText(draft.relatedCredentialingRecordId);
  return module === 'credentialing' && credentialing !== '' ? { module, id: credentialing } : undefined;
}

async function readTexts(
  { reports, actor }: Context,
  { module, id }: { readonly module: string; readonly id: string },
  columns: readonly string[],
): Promise<{ readonly [name: string]: string }> {
  if (columns.length === 0) return {};
  const { rows } = await reports.list(actor, { module, filter: { _id: id }, columns, limit: 1 });
  return rows[0]?.texts ?? {};
}

/** A field, or a part of an Address: 'current_address.city'. */
function readPath(record: VisibleRecord, name: string): JsonValue | undefined {
  const [field = '', part] = name.split('.');
  const value = record[field];
  return part === undefined ? value : (value as JsonObject | null | undefined)?.[part];
}

function toValue(input: DocumentInput, value: JsonValue | undefined, inputType: string): JsonValue | undefined {
  if (input.type.inputType === 'Checkbox') return value === true;
  if (Array.isArray(value)) return readAddress(value as readonly JsonValue[]);
  if (value === null || value === undefined || typeof value === 'object') return undefined;
  if (input.type.inputType === 'Number') return typeof value === 'number' ? value : toText(value);
  const hasFormat = (input.field.formatting ?? '') !== '';
  return inputType === 'Date' && !hasFormat ? formatDate(toText(value), undefined) : toText(value);
}

/** The main one of e-mail addresses; of other lists the entries. */
function readAddress(values: readonly JsonValue[]): string {
  const entries = values.filter((one): one is JsonObject => typeof one === 'object' && one !== null && !Array.isArray(one));
  if (entries.length === 0) return values.map(toText).join(', ');
  return toText((entries.find(({ primary }) => primary === true) ?? entries[0])?.['email_address']);
}
