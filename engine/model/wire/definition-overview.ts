import type { DefinitionKind } from '../definitions/index.ts';
import type { JsonObject } from '../values/index.ts';

/** Where a definition comes from: the engine, the files of the product, a plugin, or an admin. */
export const DEFINITION_ORIGINS = ['engine', 'product', 'plugin', 'admin'] as const;
export type DefinitionOriginKind = (typeof DEFINITION_ORIGINS)[number];

/** An entry of `GET /api/definitions`: an effective definition without its content. */
export interface DefinitionSummary {
  readonly kind: DefinitionKind;
  /** Stable id. */
  readonly id: string;
  /** 'layout/tickets.grid': its name in the reference index. */
  readonly artifact: string;
  /** The name of the API: 'tickets', 'ticket_state'; of a setting its key; of a layout its module and view, 'tickets.grid'. */
  readonly name: string;
  /** For people: the label of a module, the name of a setting; else as `name`. */
  readonly label: string;
  readonly origin: DefinitionOriginKind;
  /** The plugin that defines it; null: none does. */
  readonly plugin: string | null;
  /** An admin changed what the engine, the product or the plugin defines. */
  readonly customized: boolean;
  /** Of a module. */
  readonly module: ModuleOverview | null;
  /** Of a layout. */
  readonly layout: LayoutOverview | null;
  /** Of a dropdown. */
  readonly dropdown: DropdownOverview | null;
  /** Of a workflow. */
  readonly workflow: WorkflowOverview | null;
}

/** What the list of workflows shows. */
export interface WorkflowOverview {
  /** Name of the module. */
  readonly module: string;
  /** What starts it: 'save', 'time' and so on. */
  readonly executionOccurs: string;
  /** False for a broken one too. */
  readonly active: boolean;
  /** Why it is inactive although it should run; null: it is not broken. */
  readonly problem: string | null;
  /** ISO time of the last change by an admin; null: none. */
  readonly updatedAt: string | null;
  /** ISO time of its last run; null: it never ran. */
  readonly lastRunAt: string | null;
}

/** What the list of modules shows. */
export interface ModuleOverview {
  readonly icon: string | null;
  /** 'plain', 'person', 'company', 'file'. */
  readonly moduleKind: string;
  readonly fields: number;
  readonly relationships: number;
  readonly active: boolean;
  readonly locked: boolean;
}

/** What the list of layouts shows. */
export interface LayoutOverview {
  /** Name of the module. */
  readonly module: string;
  readonly view: string;
  /** The role that it is for; null: everyone without a layout of their own. */
  readonly role: string | null;
  /** The area that it is for; null: every area. */
  readonly app: string | null;
}

/** What the list of dropdowns shows. */
export interface DropdownOverview {
  /** Number of its options. */
  readonly options: number;
  /** Number of the places that name it, such as fields. */
  readonly uses: number;
}

/** `GET /api/definitions/{kind}/{id}`. */
export interface DefinitionDetail extends DefinitionSummary {
  /** The effective definition. */
  readonly definition: JsonObject;
  /** Without customizations; null: an admin made it. */
  readonly base: JsonObject | null;
  /** Everything that refers to it or, for a module, to its fields. */
  readonly references: readonly {
    /** 'module/tickets', 'field/tickets.state'. */
    readonly target: string;
    /** 'layout/tickets.grid', 'role/Clerk', 'plugin/tickets'. */
    readonly from: string;
    /** Position in it. */
    readonly path: string;
  }[];
}
