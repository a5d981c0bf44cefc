import { toText, toWords, type JsonObject, type JsonValue, type RecordDocument, type RecordDraft } from '#engine/model/values';
import { fieldContext, fillNameTemplate, splitName, type NameFormat, type NameTemplate } from '#engine/model/keys';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { metadataOf } from '../module-metadata.ts';
import { linksOf } from '../read/references.ts';
import { fillDefaults } from './default-values.ts';
import { sameValue, type ParsedInput } from './parse-input.ts';
import { nextNumber } from './running-numbers.ts';
import type { SaveAttempt, SaveRequest } from './write-context.ts';

/**
 * Fills in what the input of a create or update does not contain: the name, defaults, and the author and time of new
 * messages. Other saves have no input.
 */
export async function fillValues(attempt: SaveAttempt, request: SaveRequest, input: ParsedInput): Promise<void> {
  if (request.kind !== 'create' && request.kind !== 'update') return;
  const { module, actor } = request;
  const before = request.before?.document;
  const { draft, changed, given } = input;
  if (before === undefined) fillFromName(module, draft);
  if (deriveName(module, draft, before, changed)) changed.add('name');
  if (before === undefined) fillDefaults(attempt, module, draft, given);
  const { nameTemplate } = metadataOf(module);
  if (nameTemplate !== undefined && (await deriveNameFromTemplate(attempt, module, nameTemplate, { draft, before, changed })))
    changed.add('name');
  if (!request.trusted) stampMessages(module, draft, before, changed, { by: actor.userId, at: attempt.at });
}

/**
 * The reverse of {@link deriveName} for a new record that has only a name: a person gets first and last name from it, any other
 * record the text of the field that names the records of its module.
 */
function fillFromName({ fields, nameField }: CompiledModule, draft: RecordDraft): void {
  const name = toText(draft['name']).trim();
  if (name === '') return;
  if (fields.has('first_name') && fields.has('last_name')) {
    if (draft['first_name'] !== undefined || draft['last_name'] !== undefined) return;
    const { first, last } = splitName(name);
    if (first !== undefined) draft['first_name'] = first;
    draft['last_name'] = last;
  } else if (draft[nameField] === undefined && fields.get(nameField)?.definition.inputType === 'TextField') draft[nameField] = name;
}

/**
 * Sets the auto-increment numbers of a new record, and its name if the template of names contains one and nobody typed a name. Errors: of
 * the store.
 */
export async function fillNumbers(attempt: SaveAttempt, module: CompiledModule, { draft, given }: ParsedInput): Promise<void> {
  const { autoIncrements, nameTemplate, isNamedByNumber } = metadataOf(module);
  for (const field of autoIncrements) if (draft[field.name] === undefined) draft[field.name] = await nextNumber(attempt, module, field);
  if (nameTemplate === undefined || !isNamedByNumber || (given.has('name') && draft['name'] !== undefined)) return;
  const name = await makeName(attempt, module, nameTemplate, draft);
  if (name !== undefined) draft['name'] = name;
}

/**
 * Derives an absent name: a person's from first and last name, any other from the field that names the module's records
 * (`fieldForName`). A derived name is updated when they change. Returns whether the name changed.
 */
function deriveName(module: CompiledModule, draft: RecordDraft, before: RecordDocument | undefined, changed: ReadonlySet<string>): boolean {
  const nameOf = metadataOf(module).deriveName;
  if (!nameOf) return false;
  const own = draft['name'];
  const wasMade = before !== undefined && !changed.has('name') && own === nameOf(before);
  if (own !== undefined && !wasMade) return false;
  const name = nameOf(draft);
  if (name === own) return false;
  if (name === undefined) delete draft['name'];
  else draft['name'] = name;
  return true;
}

/**
 * Sets the name of a record without a name from its module's template, which can contain the names of related records.
 * A derived name is updated when its fields change; a name that a user typed stays. Returns whether the name changed.
 */
async function deriveNameFromTemplate(
  attempt: SaveAttempt,
  module: CompiledModule,
  template: NameTemplate,
  input: { readonly draft: RecordDraft; readonly before: RecordDocument | undefined; readonly changed: ReadonlySet<string> },
): Promise<boolean> {
  const { draft, before, changed } = input;
  const own = draft['name'];
  if (own !== undefined) {
    if (before === undefined || changed.has('name') || !template.fields.some((name) => changed.has(name))) return false;
    if (own !== (await makeName(attempt, module, template, before))) return false;
  }
  const name = await makeName(attempt, module, template, draft);
  if (name === own) return false;
  if (name === undefined) delete draft['name'];
  else draft['name'] = name;
  return true;
}

async function makeName(
  attempt: SaveAttempt,
  module: CompiledModule,
  template: NameTemplate,
  record: RecordDraft | RecordDocument,
): Promise<string | undefined> {
  const texts = new Map<string, string>();
  for (const { fields, format } of template.parts)
    for (const name of fields) {
      const field = module.fields.get(name);
      if (field !== undefined) texts.set(`${name}:${format ?? ''}`, await readText(attempt, field, record, format));
    }
  return fillNameTemplate(template, (name, format) => texts.get(`${name}:${format ?? ''}`) ?? '');
}

const MONTH_AND_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Names of at most this many records are part of a name. */
const MAX_NAMED = 5;

async function readText(
  attempt: SaveAttempt,
  field: CompiledField,
  record: RecordDraft | RecordDocument,
  format: NameFormat | undefined,
): Promise<string> {
  const value = record[field.name];
  if (value === undefined || value === null) return '';
  const { fieldsOf } = field.definition;
  if (fieldsOf !== undefined)
    return [value]
      .flat()
      .map((name) => labelOfField(attempt, record[fieldsOf], toText(name)))
      .join(', ');
  const links = linksOf(field, value);
  if (links.length === 0) return formatValue(attempt, field, value, format);
  const names: string[] = [];
  for (const link of links.slice(0, MAX_NAMED)) names.push(await readLinkedName(attempt, link));
  return names.filter((name) => name !== '').join(', ');
}

/** The label of a field of the named module; its name as words if the module is not known. */
function labelOfField({ scope }: SaveAttempt, module: JsonValue | undefined, name: string): string {
  return scope.snapshot.module(toText(module))?.fields.get(name)?.label ?? toWords(name);
}

function formatValue({ scope }: SaveAttempt, field: CompiledField, value: JsonValue, format: NameFormat | undefined): string {
  if (format === 'day') return MONTH_AND_DAY.format(new Date(`${toText(value).slice(0, 10)}T00:00:00Z`));
  const { unit: _unit, ...withoutUnit } = field.definition;
  const shown = format === 'number' ? { ...field, definition: withoutUnit } : field;
  return field.type.format(
    value,
    fieldContext(shown, (name) => scope.snapshot.modules.has(name)),
  );
}

async function readLinkedName(attempt: SaveAttempt, link: ReturnType<typeof linksOf>[number]): Promise<string> {
  const other = attempt.scope.snapshot.module(link.module);
  // A sensitive name is not copied into another name.
  if (other === undefined || other.fields.get(other.nameField)?.definition.sensitive === true) return '';
  const [record] = await attempt.unit.load(other, [link.id]);
  return toText(record?.document[other.nameField]);
}

/** The author of new messages, and their time (ISO 8601 UTC). */
interface MessageStamp {
  readonly by: string | undefined;
  readonly at: string;
}

/** Sets author and time of each new message in a MessageListField, regardless of the input: existing messages stay unchanged. */
export function stampMessages(
  module: CompiledModule,
  draft: RecordDraft,
  before: RecordDocument | undefined,
  changed: ReadonlySet<string>,
  stamp: MessageStamp,
): void {
  for (const { name } of metadataOf(module).messageLists) {
    const messages = draft[name];
    if (!Array.isArray(messages) || (before !== undefined && !changed.has(name))) continue;
    const known = before?.[name];
    const storedMessages: readonly JsonValue[] = Array.isArray(known) ? known : [];
    draft[name] = (messages as readonly JsonObject[]).map((message) =>
      storedMessages.some((one) => sameValue(one, message))
        ? message
        : { ...message, ...(stamp.by === undefined ? {} : { by: stamp.by }), at: stamp.at },
    );
  }
}
