import { appOfLayout, type LayoutAudience, type LayoutDefinition, type LayoutField } from '#engine/model/definitions';

const MAX_ID_LENGTH = 64;

/** An id for the layout of a role or an app that no other layout has. */
function makeLayoutId({ ssModule, view }: LayoutDefinition, audience: LayoutAudience, used: ReadonlySet<string>): string {
  const app = appOfLayout(audience);
  const words = [ssModule, view, audience.role ?? '', app === 'main' ? '' : app]
    .filter((word) => word !== '')
    .join('_')
    .replaceAll(/[^A-Za-z0-9]+/gu, '_')
    .replaceAll(/^_|_$/gu, '');
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `_${number}`;
    const id = `${words.slice(0, MAX_ID_LENGTH - end.length)}${end}`;
    if (!used.has(id)) return id;
  }
}

/** A copy of a layout for other users. */
export function copyFor(layout: LayoutDefinition, { role, app }: LayoutAudience, usedIds: Iterable<string>): LayoutDefinition {
  const { role: _role, app: _app, ...rest } = layout;
  const id = makeLayoutId(layout, { role, app }, new Set(usedIds));
  return { ...rest, id, ...(role === undefined ? {} : { role }), ...(app === undefined ? {} : { app }) };
}

/** The content of another layout of the same view; id, module, view, role and app stay. */
export function replaceContent(
  layout: LayoutDefinition,
  { id: _id, ssModule: _m, view: _v, role: _r, app: _a, ...content }: LayoutDefinition,
): LayoutDefinition {
  const { id, ssModule, view, role, app } = layout;
  return {
    id,
    ssModule,
    view,
    ...(app === undefined ? {} : { app }),
    ...(role === undefined ? {} : { role }),
    ...content,
  };
}

/**
 * The number of fields and sections that a layout has in another way than another layout of the view: a field that only one of them has,
 * or that is in another section or has other properties; a section with other properties, or another order of the fields of both.
 */
export function countDifferences(layout: LayoutDefinition, other: LayoutDefinition): number {
  const [own, others] = [describeFields(layout), describeFields(other)];
  const isCommon = (fieldName: string): boolean => own.get(fieldName) !== undefined && own.get(fieldName) === others.get(fieldName);
  return count(own, others) + count(describeSections(layout, isCommon), describeSections(other, isCommon));
}

function count(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): number {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name)).length;
}

function describeFields({ sections }: LayoutDefinition): ReadonlyMap<string, string> {
  const describe = ({ fieldName: _, ...properties }: LayoutField, section: string): string =>
    `${section} ${JSON.stringify(Object.entries(properties).sort())}`;
  return new Map(sections.flatMap(({ id, fields }) => fields.map((field) => [field.fieldName, describe(field, id)] as const)));
}

function describeSections({ sections }: LayoutDefinition, isCommon: (fieldName: string) => boolean): ReadonlyMap<string, string> {
  return new Map(
    sections.map(({ id, label, columns, collapsed, fields }) => [
      id,
      JSON.stringify([label, columns ?? 2, collapsed ?? false, fields.map(({ fieldName }) => fieldName).filter(isCommon)]),
    ]),
  );
}
