import type { DefinitionKind, DefinitionsByKind } from '#engine/model/definitions';
import type { MusterError } from '../../errors/index.ts';
import { loadSnapshot } from '../registry-core.ts';

/** A definition that a test adds. */
export interface AddedDefinition {
  readonly kind: DefinitionKind;
  readonly definition: DefinitionsByKind[DefinitionKind];
}

/** The problems of the fixture with these definitions added, as 'path cause'. */
export async function findProblems(definitions: readonly AddedDefinition[]): Promise<string[]> {
  return loadSnapshot(['tests/fixtures/definitions'], [{ plugin: 'more', definitions }]).then(
    () => [],
    (error: MusterError) => {
      if (error.code !== 'definition_broken') throw error;
      return error.details.map((detail) => `${detail.field} ${detail.message}`);
    },
  );
}
