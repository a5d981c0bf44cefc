import { DEFINITION_KINDS, DEFINITION_SCHEMAS, type DefinitionKind, type JsonObject } from '#engine/model';

/** The published JSON Schemas of definitions by kind: plain JSON, each with its own `$id`. */
export function exportSchemas(): { readonly [kind in DefinitionKind]: JsonObject } {
  const entries = DEFINITION_KINDS.map((kind) => [
    kind,
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: `muster:${kind}`,
      ...(JSON.parse(JSON.stringify(DEFINITION_SCHEMAS[kind])) as JsonObject),
    },
  ]);
  return Object.fromEntries(entries) as { [kind in DefinitionKind]: JsonObject };
}
