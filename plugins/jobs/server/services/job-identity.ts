import { foldText, type JsonObject, type JsonValue } from '#engine/model';

/** Number of ZIP digits that are compared; the extension after them denotes a street. */
const ZIP_DIGITS = 5;

/** The values that duplicate jobs have in common: the title, without regard to case and spaces, and the ZIP. */
export interface JobIdentity {
  readonly title: string;
  readonly zip: string;
}

/** The fields that identify a job. */
export const IDENTITY_FIELDS = ['custom_job_title', 'zip'] as const;

/** The identity of a job; undefined if the title or the ZIP is missing, because such a job has no duplicates. */
export function readIdentity(title: JsonValue | undefined, zip: JsonValue | undefined): JobIdentity | undefined {
  if (typeof title !== 'string' || typeof zip !== 'string') return undefined;
  const identity = { title: foldText(title), zip: foldText(zip).slice(0, ZIP_DIGITS) };
  return identity.title === '' || identity.zip === '' ? undefined : identity;
}

/** Filter for the jobs with an identity. */
export function buildDuplicateFilter({ title, zip }: JobIdentity): JsonObject {
  return { custom_job_title: { equals: title }, zip: { startsWith: zip } };
}
