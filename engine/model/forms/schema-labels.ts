import { isSchema, type SchemaKeywords } from './schema-keywords.ts';

/** Turns the name of a property into a label: 'max_retries' and 'maxRetries' into 'Max retries'. */
export function humanizeName(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The schemas that may describe a part of a value: the property itself, and those of all branches and conditions. */
function partsOf(schema: SchemaKeywords, step: string | number): readonly SchemaKeywords[] {
  const { properties, items, additionalProperties, oneOf, anyOf, allOf, then, else: otherwise, dependencies } = schema;
  const named = isSchema(properties) && Object.hasOwn(properties, String(step)) ? properties[String(step)] : additionalProperties;
  const own = typeof step === 'number' ? items : named;
  const branches = [oneOf, anyOf, allOf].flatMap((list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []));
  const conditional = isSchema(dependencies) ? Object.values(dependencies) : [];
  const others = [...branches, then, otherwise, ...conditional].filter(isSchema);
  return [...(isSchema(own) ? [own] : []), ...others.flatMap((one) => partsOf(one, step))];
}

/** The label of a place in a form: 'Brandings 1, Title'. */
export function labelAt(schema: SchemaKeywords, path: readonly (string | number)[]): string {
  const labels: string[] = [];
  let parts: readonly SchemaKeywords[] = [schema];
  for (const step of path) {
    // The name of an entry says more than the title that all entries share.
    const isEntry = parts.some(
      ({ properties, additionalProperties }) =>
        isSchema(additionalProperties) && !(isSchema(properties) && Object.hasOwn(properties, String(step))),
    );
    parts = parts.flatMap((part) => partsOf(part, step));
    const title = parts.map((part) => part['title']).find((one) => typeof one === 'string');
    if (typeof step === 'number') {
      const list = labels.pop() ?? '';
      labels.push(`${title ?? list} ${step + 1}`.trim());
    } else labels.push(isEntry ? step : (title ?? humanizeName(step)));
  }
  return labels.join(', ');
}
