import type { DropdownDefinition } from '#engine/model/definitions';
import type { DefinitionSet } from '../base/definition-set.ts';
import type { CalculationGraph } from '../compile/calculation-graph.ts';
import type { FlexField } from '../compile/compile-relations.ts';
import type { ResolvedModule } from '../compile/resolve-fields.ts';
import type { DefinitionFindings } from '../problem.ts';

/** The input for the check of one artifact. */
export interface CheckContext {
  readonly set: DefinitionSet;
  readonly modules: Map<string, ResolvedModule>;
  readonly dropdowns: ReadonlyMap<string, DropdownDefinition>;
  readonly flexFields: readonly FlexField[];
  /** The calculated fields of all modules. */
  readonly calculations: CalculationGraph;
  /** Names of all modules, including deleted and inactive ones. */
  readonly knownModules: ReadonlySet<string>;
  /** Ids of the modules that were active before: of two modules that clash, the other one is new. Empty if they are not known. */
  readonly earlierModules: ReadonlySet<string>;
  /** Ids of the modules of the engine. */
  readonly systemModules: ReadonlySet<string>;
  /** Names of the permissions that plugins declare. */
  readonly permissions: ReadonlySet<string>;
  readonly findings: DefinitionFindings;
}

/** Adds a problem of the artifact that is being checked. */
export type Report = (path: string, cause: string) => void;
