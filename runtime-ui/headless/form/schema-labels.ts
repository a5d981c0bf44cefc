import type { RJSFSchema } from '@rjsf/utils';

function isSchema(value: unknown): value is RJSFSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
function partsOf(schema: RJSFSchema, step: string | number): readonly RJSFSchema[] {
  const { properties, items, additionalProperties, oneOf = [], anyOf = [], allOf = [], then, else: otherwise, dependencies = {} } = schema;
  const own = typeof step === 'number' ? items : (properties?.[step] ?? additionalProperties);
  const others = [...oneOf, ...anyOf, ...allOf, then, otherwise, ...Object.values(dependencies)].filter(isSchema);
  return [...(isSchema(own) ? [own] : []), ...others.flatMap((one) => partsOf(one, step))];
}

/** The label of a place in a form: 'Brandings 1, Title'. */
export function labelAt(schema: RJSFSchema, path: readonly (string | number)[]): string {
  const labels: string[] = [];
  let parts: readonly RJSFSchema[] = [schema];
  for (const step of path) {
    parts = parts.flatMap((part) => partsOf(part, step));
    const title = parts.find((part) => part.title !== undefined)?.title;
    if (typeof step === 'number') {
      const list = labels.pop() ?? '';
      labels.push(`${title ?? list} ${step + 1}`.trim());
    } else labels.push(title ?? humanizeName(step));
  }
  return labels.join(', ');
}
