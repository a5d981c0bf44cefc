import { Type, type Static } from 'typebox';
import { Label, ModuleName, StableId } from './common.ts';
import { LAYOUT_VIEWS } from './layout-views.ts';
import { SortSchema } from './module.ts';

const LayoutFieldSchema = Type.Object(
  {
    /** A field or reverse relation of the module, or a part of an Address ('current_address.state'). */
    fieldName: Type.String({ minLength: 1 }),
    label: Type.Optional(Label),
    /** Number of columns of its section that it spans in a form. */
    span: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 })),
    /** Column width in CSS pixels, in a grid. */
    width: Type.Optional(Type.Integer({ minimum: 40, maximum: 800 })),
    /** A grid column that can be chosen but is not shown by default. */
    hidden: Type.Optional(Type.Boolean()),
    readOnly: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export type LayoutField = Static<typeof LayoutFieldSchema>;

const LayoutSectionSchema = Type.Object(
  {
    id: StableId,
    label: Label,
    columns: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
    collapsed: Type.Optional(Type.Boolean()),
    fields: Type.Array(LayoutFieldSchema),
  },
  { additionalProperties: false },
);

export type LayoutSection = Static<typeof LayoutSectionSchema>;

export const LayoutSchema = Type.Object(
  {
    id: StableId,
    ssModule: ModuleName,
    /** The application it is for: 'provider', that of users of the type Provider; 'main' or absent: that of everyone else. */
    app: Type.Optional(Type.String()),
    view: Type.Enum([...LAYOUT_VIEWS]),
    panelType: Type.Optional(Type.Union([Type.Literal('sections'), Type.Literal('tabs')])),
    /** Name of the role it is for; absent: everyone who has no layout for their own role. */
    role: Type.Optional(Type.String()),
    sections: Type.Array(LayoutSectionSchema, { minItems: 1 }),
    defaultSort: Type.Optional(SortSchema),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    /** Names of relations listed on the record, detail view only; absent: all relations that the reader has access to. */
    relatedLists: Type.Optional(Type.Array(Type.String())),
    /**
     * The tabs beside a record in their order, detail view only: 'related', 'files', 'history', and the names of panels of plugins;
     * absent: all of them.
     */
    panels: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50, uniqueItems: true })),
  },
  { additionalProperties: false },
);

/** The layout of one view of a module, for all users or for a role. */
export type LayoutDefinition = Static<typeof LayoutSchema>;

/** The file `layouts.json` next to a `module.json`. */
export const LayoutFileSchema = Type.Object({ layouts: Type.Array(LayoutSchema) }, { additionalProperties: false });
