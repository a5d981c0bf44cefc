import { isDeepStrictEqual } from 'node:util';
import type { CompiledModule } from '#engine/model/compiled';
import type { FieldView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { Rights } from '../../access/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { bodyInvalid } from '../request/write-input.ts';
import { isFieldView, readFieldViews } from './field-view-changes.ts';
import { buildModuleView, summarizeModule } from './module-view.ts';

/** Properties that change with every publication: a client sends back what it read. */
const ALWAYS_IGNORED: ReadonlySet<string> = new Set(['_id', 'version', 'createdAt', 'updatedAt']);

/** Properties of responses that are not part of the definition, and where they are changed. */
const DERIVED: { readonly [name: string]: string } = {
  nameField: 'fieldForName names the field with the name',
  teamEnabled: 'team_enabled decides whether records belong to teams',
  relations: 'relations follow from fields and relationships',
  layouts: 'layouts are changed at /api/layouts',
  dropdowns: 'dropdowns are changed at /api/dropdowns',
  rights: 'rights are changed at /api/roles',
  files: 'files follows from the kind of the module',
  definition: 'send the changed properties themselves',
};

/**
 * The properties of a definition that a body changes. The body may be a response of this API: properties that are as the
 * response of now has them are unchanged. Throws `body_invalid` for a change of a property that follows from others.
 */
export function readModuleChanges(
  snapshot: DefinitionSnapshot,
  module: CompiledModule,
  rights: Rights,
  sent: { readonly [name: string]: JsonValue },
): { readonly [name: string]: JsonValue } {
  const view = toJson({ ...summarizeModule(snapshot, module, rights), ...buildModuleView(snapshot, module, rights) });
  const changes: { [name: string]: JsonValue } = {};
  for (const [name, value] of Object.entries(sent)) {
    if (ALWAYS_IGNORED.has(name) || isDeepStrictEqual(value, view[name])) continue;
    const reason = Object.hasOwn(DERIVED, name) ? DERIVED[name] : undefined;
    if (reason !== undefined) throw bodyInvalid(reason);
    changes[name] = name === 'fields' && isListOfViews(value) ? readFieldViews(module, listViews(view), value) : value;
  }
  return changes;
}

function toJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

function listViews(view: JsonObject): readonly FieldView[] {
  return view['fields'] as unknown as readonly FieldView[];
}

/** Whether fields are sent in the form of a response; the form of definition files has none of the derived properties. */
function isListOfViews(value: JsonValue): value is readonly JsonObject[] & JsonValue {
  return Array.isArray(value) && (value as readonly JsonValue[]).some(isFieldView);
}
