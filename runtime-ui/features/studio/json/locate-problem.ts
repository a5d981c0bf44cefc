import type { JsonValue } from '#engine/model/values';
import type { JsonNode } from './read-json.ts';

const NAMES = ['id', 'fieldName', 'value', 'path'] as const;

/**
 * Where a text has the part that a path of a problem names: '/fields/2/dropdown', or '/fields/size/dropdown' by a property that
 * identifies the element. A part that is not there is located at what would contain it.
 */
export function locateProblem(root: JsonNode, value: JsonValue, path: string): number {
  let [node, start, rest, part] = [root, root.start, path.replace(/^\//u, ''), value];
  while (rest !== '') {
    const found = findMember(node, part, rest);
    if (found === undefined) return start;
    ({ node, start, rest, part } = found);
  }
  return start;
}

interface Found {
  readonly node: JsonNode;
  readonly start: number;
  readonly rest: string;
  readonly part: JsonValue;
}

/** The member that the start of a path names. Names may contain slashes: the longest that exists is meant. */
function findMember(node: JsonNode, value: JsonValue, path: string): Found | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const name = path.slice(0, end);
    const index = node.members.findIndex(({ key }, position) =>
      key === null ? String(position) === name || isNamed(elementAt(value, position), name) : key === name,
    );
    const member = node.members[index];
    if (member !== undefined)
      return { node: member.node, start: member.start, rest: path.slice(end + 1), part: partOf(value, member.key, index) };
  }
  return undefined;
}

function elementAt(value: JsonValue, index: number): JsonValue | undefined {
  return Array.isArray(value) ? (value as readonly JsonValue[])[index] : undefined;
}

function partOf(value: JsonValue, key: string | null, index: number): JsonValue {
  if (key === null) return elementAt(value, index) ?? null;
  return (value as { readonly [name: string]: JsonValue })[key] ?? null;
}

function isNamed(element: JsonValue | undefined, name: string): boolean {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return false;
  return NAMES.some((property) => (element as { readonly [name: string]: JsonValue })[property] === name);
}
