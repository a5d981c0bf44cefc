import { addFieldIds } from '../../change-sets/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue } from '#engine/model/values';
import type { LayoutDefinition, LayoutField, ModuleDefinition } from '#engine/model/definitions';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { ApiResponse } from '../responses/send-response.ts';
import { findServed } from '../module-endpoints/module-directory.ts';
import { bodyOf, parameterOf, rightsOf, type RequestContext } from '../request/request-context.ts';
import { writeDefinitions, type DefinitionWrite } from '../request/write-definitions.ts';
import { IGNORED } from '../request/known-names.ts';
import { bodyInvalid, objectOf, textOf, withoutNames } from '../request/write-input.ts';
import { buildModuleView } from '../views/module-view.ts';
import { readModuleChanges } from '../views/module-view-changes.ts';

/** POST: creates a custom module; missing ids of its fields are generated. */
export function createModule(context: RequestContext): Promise<ApiResponse> {
  return writeDefinitions(context, () => {
    const sent = withoutNames(bodyOf(context), IGNORED);
    if ('_id' in sent || 'id' in sent) throw bodyInvalid('a new module gets its id here');
    const id = `module_${context.services.ids.next()}`;
    const definition = { labelSingular: sent['label'], kind: 'plain', fields: [], custom: true, active: true, ...sent, id };
    return writeModule(context, { ...definition, fields: withFieldIds(context, definition.fields) }, 201);
  });
}

/** PUT {id}: merges by property; absent is unchanged, null clears. Accepts what GET returns. An inactive module is activated with it. */
export function updateModule(context: RequestContext): Promise<ApiResponse> {
  return writeDefinitions(context, async () => {
    const inactive = context.snapshot.inactiveModules.get(parameterOf(context, 'id'));
    if (inactive !== undefined) return activateModule(context, inactive);
    const module = findServed(context.snapshot, ({ id }) => id === parameterOf(context, 'id'));
    const { _id, ...sent } = withoutNames(bodyOf(context), IGNORED);
    if (_id !== undefined && _id !== module.id) throw bodyInvalid('_id is not the id of this request');
    const changes = readModuleChanges(context.snapshot, module, await rightsOf(context), sent);
    const merged = Object.entries({ ...module.definition, ...changes, id: module.id }).filter(([, value]) => value !== null);
    const definition = Object.fromEntries(merged) as { id: string; [property: string]: unknown };
    return {
      ...writeModule(
        context,
        { ...definition, fields: withInternalFields(module.definition, withFieldIds(context, definition['fields'] as JsonValue)) },
        200,
      ),
      // A module that becomes inactive has no view any more: the response is the last one.
      ...(definition['active'] === false ? { buildResponse: (snapshot) => viewInactive(context, module, snapshot) } : {}),
    };
  });
}

/** An inactive module has no endpoints, so its definition alone is known: a change has to activate it. */
function activateModule(context: RequestContext, inactive: ModuleDefinition): DefinitionWrite {
  const { _id, ...sent } = withoutNames(bodyOf(context), IGNORED);
  if (_id !== undefined && _id !== inactive.id) throw bodyInvalid('_id is not the id of this request');
  if (sent['active'] !== true) throw bodyInvalid('the module is inactive: send active true to activate it');
  const merged = Object.entries({ ...inactive, ...sent, id: inactive.id }).filter(([, value]) => value !== null);
  const definition = Object.fromEntries(merged) as { id: string; [property: string]: unknown };
  const fields = withInternalFields(inactive, withFieldIds(context, definition['fields'] as JsonValue));
  return writeModule(context, { ...definition, fields }, 200);
}

async function viewInactive(context: RequestContext, module: CompiledModule, { version }: DefinitionSnapshot): Promise<ApiResponse> {
  const view = buildModuleView(context.snapshot, module, await rightsOf(context));
  return { status: 200, body: { ...view, active: false, version } };
}

/** DELETE {id}. Refused with `definition_in_use` while others refer to it. */
export function removeModule(context: RequestContext): Promise<ApiResponse> {
  return writeDefinitions(context, () => {
    const { id } = findServed(context.snapshot, (module) => module.id === parameterOf(context, 'id'));
    return {
      changes: [{ kind: 'module', id, definition: null }],
      buildResponse: () => ({ body: { success: true, deleted: [id], refused: [] } }),
    };
  });
}

/** POST update/moduleLayoutLabels, body `{ moduleId, originalField, newField }`: changes the field's label in the module's layouts. */
export function renameLayoutLabel(context: RequestContext): Promise<ApiResponse> {
  return writeDefinitions(context, () => {
    const body = bodyOf(context);
    const label = textOf(objectOf(body, 'newField'), 'label');
    return editLayouts(context, textOf(body, 'moduleId'), fieldNameOf(body['originalField']), (field) => ({ ...field, label }));
  });
}

/** POST remove/moduleLayoutField, body `{ moduleId, field }`: removes the field from the module's layouts. */
export function removeLayoutField(context: RequestContext): Promise<ApiResponse> {
  return writeDefinitions(context, () => {
    const body = bodyOf(context);
    return editLayouts(context, textOf(body, 'moduleId'), fieldNameOf(body['field'] ?? body['fieldName']), () => undefined);
  });
}

function editLayouts(
  context: RequestContext,
  moduleId: string,
  fieldName: string,
  edit: (field: LayoutField) => LayoutField | undefined,
): DefinitionWrite {
  const module = findServed(context.snapshot, ({ id }) => id === moduleId);
  const layouts = context.snapshot.layouts.filter((layout) => layout.ssModule === module.name && holdsField(layout, fieldName));
  if (layouts.length === 0) throw new MusterError('definition_not_found', { values: { kind: 'layout' } });
  const changes = layouts.map((layout) => ({ kind: 'layout' as const, id: layout.id, definition: editLayout(layout, fieldName, edit) }));
  return { changes, buildResponse: (snapshot) => moduleResponse({ ...context, snapshot }, module.id, 200) };
}

function holdsField(layout: LayoutDefinition, fieldName: string): boolean {
  return layout.sections.some((section) => section.fields.some((field) => field.fieldName === fieldName));
}

function editLayout(layout: LayoutDefinition, fieldName: string, edit: (field: LayoutField) => LayoutField | undefined): LayoutDefinition {
  const editField = (field: LayoutField) => (field.fieldName === fieldName ? edit(field) : field);
  return {
    ...layout,
    sections: layout.sections.map((section) => ({ ...section, fields: section.fields.flatMap((field) => editField(field) ?? []) })),
  };
}

function fieldNameOf(value: JsonValue | undefined): string {
  if (typeof value === 'string' && value !== '') return value;
  const { fieldName } =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as { readonly fieldName?: JsonValue }) : {};
  if (typeof fieldName !== 'string' || fieldName === '') throw bodyInvalid('the field must be named by its fieldName');
  return fieldName;
}

/** Adds the internal fields of plugins, which are never shown: an update does not remove them. */
function withInternalFields(definition: ModuleDefinition, fields: unknown): unknown {
  const internal = definition.fields.filter((field) => field.internal === true);
  if (!Array.isArray(fields) || internal.length === 0) return fields;
  const ids = new Set<unknown>(internal.map(({ id }) => id));
  return [...(fields as readonly { readonly id?: unknown }[]).filter((field) => !ids.has(field.id)), ...internal];
}

function withFieldIds({ services }: RequestContext, fields: JsonValue): unknown {
  return Array.isArray(fields) ? addFieldIds(fields as readonly JsonValue[], services.ids) : fields;
}

function writeModule(
  context: RequestContext,
  definition: { readonly id: string; readonly [property: string]: unknown },
  status: number,
): DefinitionWrite {
  return {
    changes: [{ kind: 'module', id: definition.id, definition }],
    buildResponse: (snapshot) => moduleResponse({ ...context, snapshot }, definition.id, status),
  };
}

async function moduleResponse(context: RequestContext, id: string, status: number): Promise<ApiResponse> {
  const module = [...context.snapshot.modules.values()].find((one) => one.id === id);
  if (module === undefined) throw new MusterError('module_not_found');
  return { status, body: buildModuleView(context.snapshot, module, await rightsOf(context)) };
}
