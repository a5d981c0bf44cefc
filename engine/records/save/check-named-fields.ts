import { MusterError, type ErrorDetail } from '../../errors/index.ts';
import { createNameResolver, suggestName } from '../../registry/index.ts';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { RecordDraft } from '#engine/model/values';
import { isCompiledFieldVisible } from '#engine/model/visibility';
import { isReadable, planOf } from '../access/access-plan.ts';
import { findSubjectField, hasNamedPart, listNamingFields, visitNames, type NamingField } from '../named-fields/naming-fields.ts';
import { conditionContext } from './condition-context.ts';
import type { SaveAttempt, SaveRequest } from './write-context.ts';

/**
 * Refuses names of unknown fields in fields with `fieldsOf`, `propertiesOf` and `filterOf`, whoever saves: the product and plugins too. Names
 * that the record has already stay accepted while its module is the same; a value that is not shown is not checked, and an undo restores what
 * was there. For users a field that they may not read does not exist. Errors: `validation_failed` with each name and its field.
 */
export async function assertKnownNames(
  attempt: SaveAttempt,
  request: SaveRequest,
  draft: RecordDraft,
  changed: ReadonlySet<string>,
): Promise<void> {
  const { kind, module, before } = request;
  if ((kind !== 'create' && kind !== 'update') || attempt.changeSource === 'undo') return;
  const isChanged = ({ field, sources }: NamingField) => [field.name, ...sources].some((name) => changed.has(name));
  const naming = listNamingFields(module).filter((one) => !allowsOthers(one) && (before === undefined || isChanged(one)));
  if (naming.length === 0) return;
  const context = conditionContext(attempt.scope, attempt.now, before?.document);
  const isShown = (field: CompiledField) => isCompiledFieldVisible(module, field, draft, context);
  const problems: ErrorDetail[] = [];
  for (const one of naming) {
    if ((draft[one.field.name] ?? null) === null || !isShown(one.field)) continue;
    const source = findSource(module, one, draft, isShown);
    if (source !== undefined) problems.push(...(await checkNames(attempt, request, { naming: one, source, draft, changed })));
  }
  if (problems.length > 0) throw new MusterError('validation_failed', { details: problems });
}

/** Other names than those of fields are accepted in the value itself; a plugin checks them. */
function allowsOthers({ field, form, column }: NamingField): boolean {
  return field.definition.allowsOtherNames === true && form === 'names' && column === undefined;
}

/** The field that has the module: the first that is shown and has a value. */
function findSource(
  module: CompiledModule,
  { sources }: NamingField,
  draft: RecordDraft,
  isShown: (field: CompiledField) => boolean,
): CompiledField | undefined {
  const fields = sources.flatMap((name) => module.fields.get(name) ?? []);
  return fields.find((field) => typeof draft[field.name] === 'string' && draft[field.name] !== '' && isShown(field));
}

interface NamedValue {
  readonly naming: NamingField;
  readonly source: CompiledField;
  readonly draft: RecordDraft;
  readonly changed: ReadonlySet<string>;
}

async function checkNames(
  attempt: SaveAttempt,
  request: SaveRequest,
  { naming, source, draft, changed }: NamedValue,
): Promise<readonly ErrorDetail[]> {
  const { before, acceptedRecords = [], actor, trusted } = request;
  const { scope } = attempt;
  const { snapshot } = scope;
  const subject = await readSubject(attempt, source, draft);
  const module = subject === undefined ? undefined : snapshot.module(createNameResolver(snapshot).module(subject));
  if (module === undefined) {
    const isUnknown = subject !== undefined && changed.has(source.name) && !snapshot.modules.has(subject);
    return isUnknown ? [{ field: source.name, code: 'unknown_module', message: `There is no module ${subject}.` }] : [];
  }
  const accepted = new Set<string>();
  const isSameModule = before !== undefined && !naming.sources.some((name) => changed.has(name));
  // A name may move to another field: a migration of filters writes what the record had as conditions.
  const related = listNamingFields(request.module).filter(({ sources }) => sources.some((name) => naming.sources.includes(name)));
  for (const document of [...(isSameModule ? [before.document] : []), ...acceptedRecords])
    for (const one of related) visitNames(one, document[one.field.name], module, snapshot, (of, name) => accepted.add(`${of.id} ${name}`));
  const isVisible = (of: CompiledModule, name: string): boolean => {
    const [head = ''] = name.split('.');
    return trusted || actor.kind !== 'user' || !of.fields.has(head) || isReadable(planOf(scope, of), head);
  };
  const problems: ErrorDetail[] = [];
  visitNames(naming, draft[naming.field.name], module, snapshot, (of, name, path) => {
    if (accepted.has(`${of.id} ${name}`) || (hasNamedPart(of, name, snapshot) && isVisible(of, name))) return;
    const others = [...of.fields.keys()].filter((other) => isVisible(of, other));
    problems.push({ field: path, code: 'unknown_field', message: `There is no field ${name} in ${of.label}.${suggestName(name, others)}` });
  });
  return problems;
}

/** The name of the module that a record is about: in the field itself, or in the record that it refers to. */
async function readSubject(attempt: SaveAttempt, source: CompiledField, draft: RecordDraft): Promise<string | undefined> {
  const value = draft[source.name];
  if (typeof value !== 'string') return undefined;
  if (source.definition.inputType !== 'Relate') return value;
  const other = attempt.scope.snapshot.module(source.refs[0] ?? '');
  const field = other && findSubjectField(other);
  if (other === undefined || field === undefined) return undefined;
  const [record] = await attempt.unit.load(other, [value]);
  const name = record?.document[field.name];
  return typeof name === 'string' ? name : undefined;
}
