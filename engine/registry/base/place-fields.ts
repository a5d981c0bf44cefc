import { LAYOUT_VIEWS, type LayoutDefinition, type LayoutSection, type LayoutView } from '#engine/model';
import type { DefinitionSetDraft } from './definition-set.ts';

/** Where a field that was added to a module is shown. */
export interface FieldPlacement {
  readonly field: string;
  /** The field after which it is placed: layouts that do not show that field are unchanged. */
  readonly after: string;
  /** Default: 'edit' and 'detail'. */
  readonly views?: readonly LayoutView[];
  /** Column width in CSS pixels, in a grid. */
  readonly width?: number;
}

const DEFAULT_VIEWS: readonly LayoutView[] = ['edit', 'detail'];
const NAME = { type: 'string', minLength: 1 } as const;

/** JSON Schema of a field placement. */
export const FIELD_PLACEMENT_SCHEMA = {
  type: 'object',
  required: ['field', 'after'],
  additionalProperties: false,
  properties: {
    field: NAME,
    after: NAME,
    views: { type: 'array', minItems: 1, items: { enum: LAYOUT_VIEWS } },
    width: { type: 'integer', minimum: 40, maximum: 800 },
  },
} as const;

/** Adds a field to the layouts of a module; false: no layout shows the field after which it should be placed. */
export function placeField(set: DefinitionSetDraft, module: string, place: FieldPlacement): boolean {
  const views = place.views ?? DEFAULT_VIEWS;
  const layouts = [...set.layout.values()].filter(
    (layout) => layout.ssModule === module && views.includes(layout.view) && shows(layout, place.after),
  );
  for (const layout of layouts)
    set.layout.set(layout.id, { ...layout, sections: layout.sections.map((section) => placeInSection(section, layout.view, place)) });
  return layouts.length > 0;
}

function shows({ sections }: LayoutDefinition, field: string): boolean {
  return sections.some(({ fields }) => fields.some(({ fieldName }) => fieldName === field));
}

function placeInSection(section: LayoutSection, view: LayoutView, { field, after, width }: FieldPlacement): LayoutSection {
  const added = { fieldName: field, ...(view === 'grid' && width !== undefined ? { width } : {}) };
  return { ...section, fields: section.fields.flatMap((each) => (each.fieldName === after ? [each, added] : [each])) };
}
