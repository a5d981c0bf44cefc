/** A JSON Schema as it was read: any keywords, of which nothing is known yet. */
export type SchemaKeywords = { readonly [keyword: string]: unknown };

/** Whether a value is a JSON Schema with keywords. */
export function isSchema(value: unknown): value is SchemaKeywords {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
