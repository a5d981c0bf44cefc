import { useMemo } from 'react';
import {
  generateLayout,
  isCommonLayout,
  LAYOUT_VIEWS,
  type FieldDefinition,
  type LayoutDefinition,
  type ModuleDefinition,
  type RelationshipDefinition,
} from '#engine/model/definitions';
import type { ModuleView, RelationView } from '#engine/model/wire';
import { useDefinition } from '../draft/use-definition.ts';
import { useDefinitions } from '../draft/use-definitions.ts';
import { useDropdowns } from '../dropdowns/use-dropdowns.ts';
import { listStudioFields, type StudioField } from '../fields/module-fields.ts';
import { toFieldView, toModuleView } from '../fields/use-published-view.ts';

/** A module that exists only in the open draft. */
interface DraftModule {
  /** Undefined: the draft does not have it any more. */
  readonly module: ModuleView | undefined;
  /** As the draft has them; views without one have the layout that the product will generate. */
  readonly layouts: readonly LayoutDefinition[];
}

/** A module that is not published yet, as its screens will be. */
export function useDraftModule(id: string): DraftModule {
  const definition = useDefinition('module', id).definition as unknown as ModuleDefinition | undefined;
  const modules = useDefinitions('module').list ?? [];
  const layouts = useDefinitions('layout').list ?? [];
  const dropdowns = useDropdowns((definition?.fields ?? []).flatMap(({ dropdown }) => dropdown ?? []));
  const drafted = modules.flatMap(({ drafted: one }) => (one === undefined ? [] : [one as unknown as ModuleDefinition]));
  const relationships = drafted.flatMap((one) => one.relationships ?? []).filter((one) => one.related_module.name === definition?.name);
  // Lists are made again with each edit of the draft: the canvas shows another module only if something in it is another.
  const text = JSON.stringify({ definition, relationships, dropdowns });
  const made = useMemo(() => buildModule(JSON.parse(text) as ModuleParts), [text]);
  const own = layouts.flatMap(({ drafted: one }) => (one === undefined ? [] : [one as unknown as LayoutDefinition]));
  return { module: made?.module, layouts: made === undefined ? [] : completeLayouts(own, made.generated) };
}

interface ModuleParts {
  /** Absent: the draft does not have the module. */
  readonly definition?: ModuleDefinition;
  /** Those that give it a field. */
  readonly relationships: readonly RelationshipDefinition[];
  readonly dropdowns: Dropdowns;
}

function buildModule({ definition, relationships, dropdowns }: ModuleParts) {
  if (definition === undefined) return undefined;
  const fields = listFields(definition, relationships);
  return {
    module: buildView(definition, fields, dropdowns),
    generated: LAYOUT_VIEWS.map((view) => generateLayout(view, definition, fields)),
  };
}

/** Its own fields, those of its kind, and those that relationships of the draft give it. */
function listFields(definition: ModuleDefinition, relationships: readonly RelationshipDefinition[]): readonly StudioField[] {
  const derived = relationships.map(
    ({ id, name, label, type, required, primary_module: primary, related_module: related }): StudioField => ({
      definition: {
        id,
        fieldName: name,
        label: primary.name === related.name ? label : primary.label,
        inputType: type === 'Many to Many' ? 'MultiRelate' : 'Relate',
        ref: primary.name,
        ...(required === undefined ? {} : { required }),
      },
      origin: 'derived',
      system: false,
    }),
  );
  return [...listStudioFields(definition), ...derived];
}

type Dropdowns = Parameters<typeof toModuleView>[2];

function buildView(definition: ModuleDefinition, fields: readonly StudioField[], dropdowns: Dropdowns): ModuleView {
  const view = toModuleView(
    definition,
    fields.map((field) => field.definition),
    dropdowns,
    undefined,
  );
  return {
    ...view,
    fields: fields.map(({ definition: field, system }) => ({ ...toFieldView(field), system })),
    relations: listRelations(definition, fields),
  };
}

const RELATING: readonly FieldDefinition['inputType'][] = ['Relate', 'MultiRelate', 'FlexRelate', 'MultiFlexRelate'];

function listRelations({ relationships = [] }: ModuleDefinition, fields: readonly StudioField[]): readonly RelationView[] {
  const forward = fields
    .filter(({ definition }) => RELATING.includes(definition.inputType))
    .map(({ definition: { fieldName, label, inputType, ref } }): RelationView => {
      const place = { direction: 'forward', modules: [ref ?? []].flat(), fieldName } as const;
      return { name: fieldName, label, ...place, many: inputType.startsWith('Multi'), flex: inputType.endsWith('FlexRelate') };
    });
  const reverse = relationships.map(
    ({ name, reverseName = name, label, related_module: { name: other } }): RelationView => ({
      name: reverseName,
      label,
      direction: 'reverse',
      modules: [other],
      fieldName: name,
      many: true,
      flex: false,
    }),
  );
  return [...forward, ...reverse];
}

/** The layouts of the draft, and the generated one of each view without a common layout. */
function completeLayouts(drafted: readonly LayoutDefinition[], generated: readonly LayoutDefinition[]): readonly LayoutDefinition[] {
  const own = drafted.filter(({ ssModule }) => ssModule === generated[0]?.ssModule);
  return [...own, ...generated.filter(({ view }) => !own.some((one) => one.view === view && isCommonLayout(one)))];
}
