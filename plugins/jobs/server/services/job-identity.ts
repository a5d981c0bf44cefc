import { foldText, type CompiledModule, type FilterNode, type JsonObject, type JsonValue } from '#engine/model';

/** Digits by which ZIPs are told apart; what may follow them names a street. */
const ZIP_DIGITS = 5;

/** What two jobs have in common that are the same: the title, however it is spelled in capitals and spaces, and the ZIP. */
export interface JobIdentity {
  readonly title: string;
  readonly zip: string;
}

/** The fields that tell one job from another. */
export const IDENTITY_FIELDS = ['custom_job_title', 'zip'] as const;

/** The identity of a job; undefined when its title or its ZIP is missing: then no other is the same. */
export function readIdentity(title: JsonValue | undefined, zip: JsonValue | undefined): JobIdentity | undefined {
  if (typeof title !== 'string' || typeof zip !== 'string') return undefined;
  const identity = { title: foldText(title), zip: foldText(zip).slice(0, ZIP_DIGITS) };
  return identity.title === '' || identity.zip === '' ? undefined : identity;
}

/** The jobs of an identity, as a filter of the grammar. */
export function buildDuplicateFilter({ title, zip }: JobIdentity): JsonObject {
  return { custom_job_title: { equals: title }, zip: { startsWith: zip } };
}

/** The same for the store, which looks at the commit; undefined when an admin took one of the fields away. */
export function buildDuplicateNode({ title, zip }: JobIdentity, module: CompiledModule): FilterNode | undefined {
  const [titleKey, zipKey] = IDENTITY_FIELDS.map((name) => module.fields.get(name)?.keys[0]);
  if (titleKey === undefined || zipKey === undefined) return undefined;
  return { kind: 'all', nodes: [{ kind: 'equals', key: titleKey, values: [title] }, { kind: 'startsWith', key: zipKey, text: zip }] };
}
